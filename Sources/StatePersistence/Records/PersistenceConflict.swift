public import StateJSON

/// A field that was changed both here and elsewhere since the two were equal.
///
/// The value from here is kept and saved. If one side removed a child of a list and the other side changed it, the child
/// is `null` on the side that removed it. If both sides moved children of a list to different places, the field is the
/// list.
public struct PersistenceConflict: Equatable, Sendable {
  private var path: FieldPath
  private let saved: (base: SavedJSON?, here: SavedJSON, there: SavedJSON)

  init(_ path: FieldPath, base: SavedJSON?, here: SavedJSON, there: SavedJSON) {
    self.path = path
    saved = (base, here, there)
  }

  /// The name of the field, after those of the children that lead to it, such as `cover.title` or `tasks[7].title`.
  ///
  /// A child of a list is named by its identity, unless the field that contains it is redacted.
  public var field: String { path.text }
  /// The same without identities.
  var fieldForLog: String { path.textForLog }

  /// The last common value, if there was one.
  public var base: JSONValue? { saved.base?.value }
  /// The value from here, which is kept.
  public var here: JSONValue { saved.here.value }
  /// The value from elsewhere, which was saved until now.
  public var there: JSONValue { saved.there.value }

  /// The same conflict, of a child.
  func inField(_ name: String) -> PersistenceConflict {
    var copy = self
    copy.path = path.inField(name)
    return copy
  }

  /// The same conflict, of a child in a list.
  func inChild(_ id: SavedJSON) -> PersistenceConflict {
    var copy = self
    copy.path = path.inChild(id)
    return copy
  }

  /// The same conflict without the identities of children.
  var withoutIdentities: PersistenceConflict {
    var copy = self
    copy.path = path.withoutIdentities
    return copy
  }

  /// Whether two conflicts are equal.
  public static func == (lhs: PersistenceConflict, rhs: PersistenceConflict) -> Bool {
    lhs.path == rhs.path && lhs.saved == rhs.saved
  }
}
