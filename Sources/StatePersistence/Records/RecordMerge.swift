/// A function that returns whether two texts of a field represent the same value.
typealias FieldComparison =
  @Sendable (_ name: String, _ one: SavedJSON, _ other: SavedJSON) -> Bool

/// A merge of a record that was changed both here and elsewhere since the two were equal.
struct RecordMerge {
  /// The last common fields.
  let base: [String: SavedJSON]
  /// The fields from here, at least those that were changed.
  let here: [String: SavedJSON]
  /// The fields that are currently saved.
  let there: [String: SavedJSON]
  let merges: [String: FieldMerge]
  var areSame: FieldComparison = { $1 == $2 }

  struct Result: Equatable {
    /// The fields to save.
    var fields: [String: SavedJSON]
    /// The fields whose merged values differ from the values here.
    var taken: [String: SavedJSON] = [:]
    var conflicts: [PersistenceConflict] = []
  }

  private func isSame(_ name: String, _ one: SavedJSON?, _ other: SavedJSON?) -> Bool {
    guard let one, let other else { return one == other }
    return one == other || areSame(name, one, other)
  }

  var result: Result {
    var result = Result(fields: there)
    // A field that was changed back counts as unchanged, unless the saved fields lack it.
    let changed = here.filter { there[$0] == nil || !isSame($0, base[$0], $1) }
    for (name, json) in there where changed[name] == nil {
      if !isSame(name, here[name] ?? base[name], json) { result.taken[name] = json }
    }
    for (name, json) in changed.sorted(by: { $0.key < $1.key }) {
      guard let other = there[name], !isSame(name, other, base[name]) else {
        result.fields[name] = json
        continue
      }
      // Two changes to the same value are two changes, and the merge combines them. If the values can't be decoded,
      // they aren't merged.
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
