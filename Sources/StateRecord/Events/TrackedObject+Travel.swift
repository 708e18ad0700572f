import StateFields

/// Time travel of one object, which has shown values and those of the present.
extension TrackedObject {
  struct Shown {
    let travel: TimeTravel
    /// Of a field that can't be given a value, that of the present.
    var values: [SnapshotValue]
  }

  /// Whether the object can show other values.
  func canShow(_ values: [SnapshotValue]) -> Bool {
    shape.isRestorable && access.isAlive() && values.count == self.values.count
  }

  /// Follows an object that has left all states, to which the past leads.
  func followIfAlone() {
    if hasLeft, shown == nil { observeAll() }
  }

  /// The values that the object shows from now on; those of the present stay in `values`.
  func beginShowing(_ shown: [SnapshotValue], in travel: TimeTravel) {
    let present = latest
    let values = values.indices.map { access.isRestored($0) ? shown[$0] : present[$0] }
    self.shown = Shown(travel: travel, values: values)
  }

  /// What the object has.
  var currentTarget: ShownTarget { target(isPast: shown?.travel.showsPresent == false) }

  func target(isPast: Bool) -> ShownTarget {
    guard isPast, let shown else { return ShownTarget(values: latest, isPast: false) }
    return ShownTarget(values: shown.values, isPast: true)
  }

  /// Gives a field a value of the past or of the present.
  func write(_ value: SnapshotValue, to field: Int, isPast: Bool) {
    access.write(field, value)
    if isPast { replacedFields.insert(field) } else { replacedFields.remove(field) }
  }

  /// Takes a value that time travel could not replace.
  func accept(_ value: SnapshotValue, of field: Int, isPast: Bool) {
    if isPast { shown?.values[field] = value } else { setPresent(field, value) }
  }

  /// Reads the value of the present before another one is shown: it may differ in what doesn't count in a comparison,
  /// such as the load that a resource waits for.
  func keepPresent(_ field: Int) {
    guard case .plain = values[field], !replacedFields.contains(field) else { return }
    let read = access.read(field)
    if values[field].isUnchanged(in: read) { values[field] = read }
  }

  /// Makes the shown values the present.
  func keepShown() {
    guard let shown = shown?.values else { return }
    for (field, value) in shown.enumerated() {
      setPresent(field, value, isWhileTravelling: false)
    }
  }
}
