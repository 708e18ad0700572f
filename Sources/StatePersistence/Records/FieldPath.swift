import StateFields
import StateJSON

/// The path from a state to a field of the state or of one of its children.
struct FieldPath: Hashable, Sendable {
  /// The names of the fields along the path, with the identity of each child of a list, such as `tasks[7].title`.
  private(set) var text = ""
  /// The same text without identities, because they are values of the state.
  private(set) var textForLog = ""

  init() {}

  /// Creates the path of a field of a state.
  init(_ name: String) {
    (text, textForLog) = (name, name)
  }

  /// Creates the path of a child in a list.
  init(child id: SavedJSON) {
    (text, textForLog) = ("[\(id)]", "[\(Self.redacted)]")
  }

  /// Returns the path of the same field from the parent.
  func inField(_ name: String) -> FieldPath {
    var path = self
    path.text = Self.join(name, text)
    path.textForLog = Self.join(name, textForLog)
    return path
  }

  /// Returns the path of the same field from the list that contains the child.
  func inChild(_ id: SavedJSON) -> FieldPath {
    var path = FieldPath(child: id)
    path.text = Self.join(path.text, text)
    path.textForLog = Self.join(path.textForLog, textForLog)
    return path
  }

  /// The same path without identities.
  var withoutIdentities: FieldPath {
    var path = self
    path.text = textForLog
    return path
  }

  /// Appends a path to the name of the field that it starts in.
  static func join(_ name: String, _ path: String) -> String {
    if path.isEmpty { return name }
    // The rest of a very long path isn't useful.
    let rest = path.utf8.count > 200 ? "…" : path
    return rest.hasPrefix("[") ? name + rest : "\(name).\(rest)"
  }

  private static let redacted = ValueText.redacted
}
