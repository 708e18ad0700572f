/// Makes one value of those that a field has here and elsewhere.
typealias FieldMerge =
  @Sendable (_ base: SavedJSON?, _ here: SavedJSON, _ there: SavedJSON) throws -> SavedJSON

/// The fields of a record that was changed here and elsewhere since it was the same in both places.
struct RecordMerge {
  /// The fields that both had.
  let base: [String: SavedJSON]
  /// The fields that were changed here, with their values.
  let here: [String: SavedJSON]
  /// The fields that are saved now.
  let there: [String: SavedJSON]
  let merges: [String: FieldMerge]

  struct Result: Equatable {
    /// The fields to be saved.
    var fields: [String: SavedJSON]
    /// Those that have another value than here.
    var taken: [String: SavedJSON] = [:]
    var conflicts: [PersistenceConflict] = []
  }

  var result: Result {
    var result = Result(fields: there)
    // What was changed and changed back was not changed.
    let changed = here.filter { base[$0] != $1 || there[$0] == nil }
    for (name, json) in there where changed[name] == nil && (here[name] ?? base[name]) != json {
      result.taken[name] = json
    }
    for (name, json) in changed.sorted(by: { $0.key < $1.key }) {
      result.fields[name] = json
      guard let other = there[name], other != base[name], other != json else { continue }
      // What does not decode can't be merged.
      if let merge = merges[name], let merged = try? merge(base[name], json, other) {
        result.fields[name] = merged
        if merged != json { result.taken[name] = merged }
      } else {
        result.conflicts.append(
          PersistenceConflict(field: name, base: base[name], here: json, there: other)
        )
      }
    }
    return result
  }
}
