/// The values of a state and of all objects below it, at one time of a session.
public struct SessionState: Sendable {
  /// The number of the object that is the state.
  package let root: Int
  package let frame: SessionFrame
  private let types: [SessionType]

  init(root: Int, _ frame: SessionFrame, _ types: [SessionType]) {
    self.root = root
    self.frame = frame
    self.types = types
  }

  /// Returns an object by number.
  package func object(_ id: Int) -> SessionObject? { frame.objects[id] }

  /// Returns the fields of an object with their values.
  package func fields(of id: Int) -> [(field: SessionField, value: SessionValue)] {
    guard let object = frame.objects[id], let type = type(of: object) else { return [] }
    return Array(zip(type.fields, object.values)).map { ($0, $1) }
  }

  /// Returns the value at a path through the children, in the form that a change uses: `editor.title`, `items[2].name`.
  public func value(_ path: String) -> SessionValue? {
    var open: [(object: Int, rest: Substring)] = [(root, path[...])]
    // A path is ambiguous only if names contain full stops.
    var steps = 0
    while let (id, rest) = open.popLast(), steps < 10_000 {
      steps += 1
      for (field, value) in fields(of: id) {
        guard rest.hasPrefix(field.name) else { continue }
        let below = rest.dropFirst(field.name.count)
        if below.isEmpty { return value }
        for child in value.children?.list ?? [] {
          let start = field.name(ofChildAt: child.place) + "."
          guard let object = child.object, rest.hasPrefix(start) else { continue }
          open.append((object, rest.dropFirst(start.count)))
        }
      }
    }
    return nil
  }

  /// Returns the type of an object.
  private func type(of object: SessionObject) -> SessionType? {
    types.indices.contains(object.type) ? types[object.type] : nil
  }

  private static let maximumLines = 10_000
}

extension SessionState: CustomStringConvertible {
  /// A readable list of the values, each on a line with its path.
  ///
  /// An object that appears in several places is written out only at the first one.
  public var description: String {
    var lines: [String] = []
    var written: Set<Int> = [root]
    var open = [(root, "")]
    while let (id, path) = open.popLast(), lines.count < Self.maximumLines {
      var below: [(Int, String)] = []
      for (field, value) in fields(of: id) {
        guard let children = value.children, !children.list.isEmpty else {
          lines.append("\(path)\(field.name): \(value)")
          continue
        }
        for child in children.list {
          let place = path + field.name(ofChildAt: child.place)
          guard let object = child.object else {
            lines.append("\(place): \(child.value?.description ?? "an object")")
            continue
          }
          let isFirst = written.insert(object).inserted
          let type = frame.objects[object].flatMap(type)?.name ?? "object"
          lines.append("\(place): \(type) \(object)\(isFirst ? "" : ", as above")")
          if isFirst { below.append((object, place + ".")) }
        }
      }
      open += below.reversed()
    }
    return lines.joined(separator: "\n")
  }
}
