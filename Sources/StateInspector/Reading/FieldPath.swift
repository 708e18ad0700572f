#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The names on the way to a changed field: those of `rows[0].title` are `rows`, `0` and `title`.
struct FieldPath: Equatable {
  let names: [String]

  /// Reads the name of a field in an entry.
  init(_ field: String) {
    var names: [String] = []
    var name = ""
    var depth = 0
    var isQuoted = false
    for character in field {
      switch character {
      case "\"" where depth > 0: isQuoted.toggle()
      case "." where depth == 0:
        if !name.isEmpty { names.append(name) }
        name = ""
      case "[" where !isQuoted:
        if depth == 0 {
          if !name.isEmpty { names.append(name) }
          name = ""
        } else {
          name.append(character)
        }
        depth += 1
      case "]" where !isQuoted && depth > 0:
        depth -= 1
        if depth == 0 {
          names.append(name)
          name = ""
        } else {
          name.append(character)
        }
      default: name.append(character)
      }
    }
    if !name.isEmpty { names.append(name) }
    self.names = names
  }

  /// Reads a JSON Pointer to a node of a state.
  init(pointer: String) {
    names = JSONPointer.names(pointer).map { name in
      name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
        ? String(name.dropFirst().dropLast()) : name
    }
  }

  /// Whether a change of one of them changes the other.
  func overlaps(_ other: FieldPath) -> Bool {
    zip(names, other.names).allSatisfy { $0 == $1 }
  }
}
#endif
