/// Says whether two texts of a field are the same value.
typealias FieldComparison =
  @Sendable (_ name: String, _ one: SavedJSON, _ other: SavedJSON) -> Bool

/// The fields of a record that was changed here and elsewhere since it was the same in both places.
struct RecordMerge {
  /// The fields that both had.
  let base: [String: SavedJSON]
  /// The fields that were changed here, with their values.
  let here: [String: SavedJSON]
  /// The fields that are saved now.
  let there: [String: SavedJSON]
  let merges: [String: FieldMerge]
  var areSame: FieldComparison = { $1 == $2 }

  struct Result: Equatable {
    /// The fields to be saved.
    var fields: [String: SavedJSON]
    /// Those that have another value than here.
    var taken: [String: SavedJSON] = [:]
    var conflicts: [PersistenceConflict] = []
  }

  private func isSame(_ name: String, _ one: SavedJSON?, _ other: SavedJSON?) -> Bool {
    guard let one, let other else { return one == other }
    return one == other || areSame(name, one, other)
  }

  var result: Result {
    var result = Result(fields: there)
    // What was changed and changed back was not changed.
    let changed = here.filter { there[$0] == nil || !isSame($0, base[$0], $1) }
    for (name, json) in there where changed[name] == nil {
      if !isSame(name, here[name] ?? base[name], json) { result.taken[name] = json }
    }
    for (name, json) in changed.sorted(by: { $0.key < $1.key }) {
      guard let other = there[name], !isSame(name, other, base[name]) else {
        result.fields[name] = json
        continue
      }
      // Two changes that lead to one value are two changes: a merge adds both. What does not decode can't be merged.
      if let merge = merges[name], let merged = try? merge(base[name], json, other) {
        result.fields[name] = isSame(name, merged.json, other) ? other : merged.json
        if !isSame(name, merged.json, json) { result.taken[name] = merged.json }
        result.conflicts += merged.conflicts.map { $0.inField(name) }
      } else if !isSame(name, other, json) {
        result.fields[name] = json
        result.conflicts.append(
          PersistenceConflict(FieldPath(name), base: base[name], here: json, there: other)
        )
      }
    }
    return result
  }
}
