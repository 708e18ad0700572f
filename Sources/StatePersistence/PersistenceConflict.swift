public import StateJSON

/// A field that was changed both here and elsewhere since the two were equal.
///
/// The value from here is kept and saved.
public struct PersistenceConflict: Equatable, Sendable {
  /// The name of the field.
  public let field: String
  private let saved: (base: SavedJSON?, here: SavedJSON, there: SavedJSON)

  init(field: String, base: SavedJSON?, here: SavedJSON, there: SavedJSON) {
    self.field = field
    saved = (base, here, there)
  }

  /// The last common value, if there was one.
  public var base: JSONValue? { saved.base?.value }
  /// The value from here, which is kept.
  public var here: JSONValue { saved.here.value }
  /// The value from elsewhere, which was saved until now.
  public var there: JSONValue { saved.there.value }

  /// Whether two conflicts are equal.
  public static func == (lhs: PersistenceConflict, rhs: PersistenceConflict) -> Bool {
    lhs.field == rhs.field && lhs.saved == rhs.saved
  }
}
