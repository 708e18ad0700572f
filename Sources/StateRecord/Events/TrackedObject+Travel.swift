import StateFields

/// Time travel of one object, with its shown values and its current values.
extension TrackedObject {
  struct Shown {
    let travel: TimeTravel
    /// The shown values.
    ///
    /// A field that can't be restored has its current value.
    var values: [SnapshotValue]
  }

  /// Whether the object can show other values.
  func canShow(_ values: [SnapshotValue]) -> Bool {
    shape.isRestorable && access.isAlive() && values.count == self.values.count
  }

  /// Tracks an object that is in the shown state but not in the current one.
  func followIfAlone() {
    if hasLeft, shown == nil { observeAll() }
  }

  /// Sets the values that the object shows from now on.
  ///
  /// The current ones stay in `values`.
  func beginShowing(_ shown: [SnapshotValue], in travel: TimeTravel) {
    let present = latest
    let values = values.indices.map { access.isRestored($0) ? shown[$0] : present[$0] }
    self.shown = Shown(travel: travel, values: values)
  }

  /// The values that the object has now.
  var currentTarget: ShownTarget { target(isPast: shown?.travel.showsPresent == false) }

  func target(isPast: Bool) -> ShownTarget {
    guard isPast, let shown else { return ShownTarget(values: latest, isPast: false) }
    return ShownTarget(values: shown.values, isPast: true)
  }

  /// Sets a field to a past or a current value.
  func write(_ value: SnapshotValue, to field: Int, isPast: Bool) {
    access.write(field, value)
    if isPast { replacedFields.insert(field) } else { replacedFields.remove(field) }
  }

  /// Accepts a value that time travel couldn't replace.
  func accept(_ value: SnapshotValue, of field: Int, isPast: Bool) {
    if isPast { shown?.values[field] = value } else { setPresent(field, value) }
  }

  /// Reads the current value before another one is shown.
  ///
  /// The two may differ in parts that a comparison ignores, such as the load that a resource waits for.
  func keepPresent(_ field: Int) {
    guard case .plain = values[field], !replacedFields.contains(field) else { return }
    let read = access.read(field)
    if values[field].isUnchanged(in: read) { values[field] = read }
  }

  /// Makes the shown values the current state.
  func keepShown() {
    guard let shown = shown?.values else { return }
    for (field, value) in shown.enumerated() {
      setPresent(field, value, isWhileTravelling: false)
    }
  }
}
