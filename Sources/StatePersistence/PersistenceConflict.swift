public import StateJSON

/// A field that was changed here and elsewhere since it was the same in both places.
///
/// The value from here stays, and is saved.
public struct PersistenceConflict: Equatable, Sendable {
  /// The name of the field.
  public let field: String
  private let saved: (base: SavedJSON?, here: SavedJSON, there: SavedJSON)

  init(field: String, base: SavedJSON?, here: SavedJSON, there: SavedJSON) {
    self.field = field
    saved = (base, here, there)
  }

  /// The last value that both had, if there was one.
  public var base: JSONValue? { saved.base?.value }
  /// The value from here, which stays.
  public var here: JSONValue { saved.here.value }
  /// The value from elsewhere, which was saved until now.
  public var there: JSONValue { saved.there.value }

  /// Whether both are the same.
  public static func == (lhs: PersistenceConflict, rhs: PersistenceConflict) -> Bool {
    lhs.field == rhs.field && lhs.saved == rhs.saved
  }
}
