import StateFields

/// Changes of fields, those that were made together on one line.
func list(_ changes: [[StateSnapshot.Difference]]) -> String {
  changes.map { fields in
    "\n  " + fields.map(\.description).joined(separator: ", ")
  }.joined()
}
