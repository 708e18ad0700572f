import StateFields

/// Lists changes of fields.
///
/// Changes made together are on one line.
func list(_ changes: [[StateSnapshot.Difference]]) -> String {
  changes.map { fields in
    "\n  " + fields.map(\.description).joined(separator: ", ")
  }.joined()
}
