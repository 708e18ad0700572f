public import StateEngine

/// A field that was changed here and elsewhere since it was the same in both places.
///
/// The value from here stays, and is saved. A child of a list that one side has removed, and the other one has changed, is
/// `null` on the side that has removed it. If both have moved children of a list to different places, the field is the list.
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

  /// The last value that both had, if there was one.
  public var base: JSONValue? { saved.base?.value }
  /// The value from here, which stays.
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

  /// Whether both are the same.
  public static func == (lhs: PersistenceConflict, rhs: PersistenceConflict) -> Bool {
    lhs.path == rhs.path && lhs.saved == rhs.saved
  }
}
