import StateFields
import StateJSON

/// The path of a field among the children of a state.
struct FieldPath: Hashable, Sendable {
  /// The names of the fields, with the identity of each child of a list, such as `tasks[7].title`.
  private(set) var text = ""
  /// The same without identities, which are values of the state.
  private(set) var textForLog = ""

  init() {}

  /// A field of a state.
  init(_ name: String) {
    (text, textForLog) = (name, name)
  }

  /// A child of a list.
  init(child id: SavedJSON) {
    (text, textForLog) = ("[\(id)]", "[\(Self.redacted)]")
  }

  /// The path of the same field in the parent.
  func inField(_ name: String) -> FieldPath {
    var path = self
    path.text = Self.join(name, text)
    path.textForLog = Self.join(name, textForLog)
    return path
  }

  /// The path of the same field in the list that contains the child.
  func inChild(_ id: SavedJSON) -> FieldPath {
    var path = FieldPath(child: id)
    path.text = Self.join(path.text, text)
    path.textForLog = Self.join(path.textForLog, textForLog)
    return path
  }

  /// The same without identities.
  var withoutIdentities: FieldPath {
    var path = self
    path.text = textForLog
    return path
  }

  /// Appends a path to the name of the field that it begins in.
  static func join(_ name: String, _ path: String) -> String {
    if path.isEmpty { return name }
    // The end of a very long path says little.
    let rest = path.utf8.count > 200 ? "…" : path
    return rest.hasPrefix("[") ? name + rest : "\(name).\(rest)"
  }

  private static let redacted = ValueText.redacted
}
