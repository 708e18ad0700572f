/// The name of a field, and whether it is redacted.
package struct FieldDescription: Equatable, Sendable {
  package let name: String
  package let isRedacted: Bool

  package init(name: String, isRedacted: Bool) {
    self.name = name
    self.isRedacted = isRedacted
  }

  /// Returns the name of a child in paths and messages.
  ///
  /// For a redacted field, the name doesn't contain the key.
  package func name(ofChildAt place: SnapshotValue.Place) -> String {
    name + place.suffix(isRedacted: isRedacted)
  }
}

/// The declared fields of each type of state, described and checked once per type.
@MainActor
package enum FieldCatalog {
  package struct Entry {
    package let descriptions: [FieldDescription]
    /// The errors in the declaration.
    let problems: [String]
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]

  package static func entry<State: AnyObject>(for fields: [SnapshotField<State>]) -> Entry {
    if let entry = entries[ObjectIdentifier(State.self)],
      entry.descriptions.count == fields.count
    {
      return entry
    }
    let entry = Entry(
      descriptions: fields.map { FieldDescription(name: $0.name, isRedacted: $0.isRedacted) },
      problems: problems(of: fields)
    )
    entries[ObjectIdentifier(State.self)] = entry
    return entry
  }

  /// Returns the name of a property, if its class or the key path knows it.
  package static func name<State>(of keyPath: AnyKeyPath, in type: State.Type) -> String? {
    if let name = (type as? any PropertyNaming.Type)?.propertyNames[keyPath] { return name }
    // `\State.count`; without symbols, as on Linux, `\State.<computed 0x… (Int)>`.
    let text = String(reflecting: keyPath)
    guard text.hasPrefix("\\"), !text.contains("<"), let start = text.firstIndex(of: ".") else {
      return nil
    }
    let name = text[text.index(after: start)...]
    return name.isEmpty ? nil : String(name)
  }

  private static func problems<State: AnyObject>(of fields: [SnapshotField<State>]) -> [String] {
    let type = ValueText.name(of: State.self)
    return fields.indices.flatMap { index in
      let field = fields[index]
      let name = field.name
      var problems: [String] = []
      for (place, earlier) in fields[..<index].enumerated() {
        if earlier.keyPath == field.keyPath {
          problems.append(
            "\(type) declares one property as two fields: \"\(earlier.name)\" and \"\(name)\""
          )
        } else if earlier.name == name {
          problems.append(
            """
            \(type) declares two fields with one name: field \(place + 1) and field \(index + 1) \
            are both named \"\(name)\"
            """
          )
        }
      }
      if !field.isChild, !field.isImmutable, let held = heldClass(field.valueType) {
        problems.append(
          """
          The field "\(name)" of \(type) holds an object of \(ValueText.name(of: held)), which would \
          be compared with itself. Declare it as a child, \
          SnapshotField("\(name)", child: \\.\(name)), or use a struct. If it never changes, declare \
          that: SnapshotField("\(name)", \\.\(name)).immutable()
          """
        )
      }
      return problems
    }
  }

  private static func heldClass(_ type: Any.Type) -> Any.Type? {
    if type is AnyClass { return type }
    guard let holder = type as? any Holder.Type else { return nil }
    return heldClass(holder.heldType)
  }
}

/// A type whose values contain values of another type.
private protocol Holder {
  static var heldType: Any.Type { get }
}

extension Optional: Holder {
  fileprivate static var heldType: Any.Type { Wrapped.self }
}

extension Array: Holder {
  fileprivate static var heldType: Any.Type { Element.self }
}

extension Set: Holder {
  fileprivate static var heldType: Any.Type { Element.self }
}

extension Dictionary: Holder {
  fileprivate static var heldType: Any.Type { Value.self }
}
