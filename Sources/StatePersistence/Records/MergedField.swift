/// A field's merged value, from the values here and elsewhere.
struct MergedField: Equatable, Sendable {
  var json: SavedJSON
  /// The conflicts inside the field, with paths that start in the field.
  var conflicts: [PersistenceConflict] = []
}

/// A function that merges the values of a field from here and from elsewhere.
typealias FieldMerge =
  @Sendable (_ base: SavedJSON?, _ here: SavedJSON, _ there: SavedJSON) throws -> MergedField

/// The error for values that can't be merged.
struct NotMergeable: Error {}
