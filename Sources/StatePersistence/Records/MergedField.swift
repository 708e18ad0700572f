/// One value made of those that a field has here and elsewhere.
struct MergedField: Equatable, Sendable {
  var json: SavedJSON
  /// The conflicts inside the field, with paths that begin in it.
  var conflicts: [PersistenceConflict] = []
}

/// Merges the values that a field has here and elsewhere.
typealias FieldMerge =
  @Sendable (_ base: SavedJSON?, _ here: SavedJSON, _ there: SavedJSON) throws -> MergedField

/// Two values that can't be merged.
struct NotMergeable: Error {}
