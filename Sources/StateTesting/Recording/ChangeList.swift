import StateEngine

/// Changes of fields, those that were made together on one line.
func list(_ changes: [[StateSnapshot.Difference]]) -> String {
  changes.map { fields in
    "\n  " + fields.map { "\($0.name): \($0.old) -> \($0.new)" }.joined(separator: ", ")
  }.joined()
}

/// The fields that are not as expected, each on a line of its own.
func list(_ start: StateSnapshot, _ expected: StateSnapshot, _ actual: StateSnapshot) -> String {
  let changed = start.differences(to: expected) + start.differences(to: actual)
  return expected.differences(to: actual).map { field in
    let old = changed.first { $0.name == field.name }?.old ?? field.old
    return "\n  \(field.name): \(old) -> expected \(field.old), got \(field.new)"
  }.joined()
}
