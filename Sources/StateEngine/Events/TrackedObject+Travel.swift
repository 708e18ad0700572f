/// Time travel of one object: it shows earlier values and keeps those of the present.
extension TrackedObject {
  /// Shows other values than those of the present.
  func show(_ shown: [SnapshotValue]) {
    guard shape.isRestorable, access.isAlive(), !hasLeft, shown.count == values.count else {
      return
    }
    if hidden == nil {
      hidden = Hidden(values: values.indices.map(present), children: children)
      access.observer()?.willShowEarlierValues()
    }
    write(shown)
  }

  /// The value of a field as the object has it, not one that was equal: that may be without what does not count in a
  /// comparison, such as the load that is out.
  private func present(_ field: Int) -> SnapshotValue {
    guard case .plain = values[field] else { return values[field] }
    let read = access.read(field)
    return values[field].isUnchanged(in: read) ? read : values[field]
  }

  /// Shows the present again.
  func endShowing() {
    guard let hidden else { return }
    write(hidden.values)
    self.hidden = nil
    tellOfTheEnd()
  }

  /// Takes back what was written meanwhile, so that the present is as it was.
  func forgetWrites() {
    guard let written = hidden?.written else { return }
    hidden?.written = [:]
    for (field, old) in written.sorted(by: { $0.key < $1.key }) {
      guard let new = hidden?.values[field], !new.isUnchanged(in: old) else { continue }
      hidden?.values[field] = old
      emit(field, new, old, .restore)
    }
  }

  /// Makes the shown values those of the present.
  func keepShown() {
    guard let hidden else { return }
    self.hidden = nil
    for (field, old) in hidden.values.enumerated() where !old.isUnchanged(in: values[field]) {
      emit(field, old, values[field], .restore, adding: children[field].flatMap(\.all))
      release(hidden.children[field], field)
    }
    tellOfTheEnd()
  }

  /// The object may have values that it has got meanwhile: these are changes.
  private func tellOfTheEnd() {
    guard let observer = access.observer() else { return }
    CurrentCause.with(.restore) { observer.didShowEarlierValues() }
  }

  private func write(_ new: [SnapshotValue]) {
    Self.showing {
      // Twice, because writing one field may change another.
      for _ in 1...2 {
        for field in new.indices where !access.read(field).isUnchanged(in: new[field]) {
          access.write(field, new[field])
        }
      }
    }
    for field in new.indices {
      values[field] = access.read(field)
      _ = adopt(values[field].children, field)
    }
  }

  /// A write while other values are shown is one of the present: it is moved there.
  func reportWhileTravelling(_ field: Int, _ new: SnapshotValue, _ cause: EventCause) {
    guard let old = hidden?.values[field] else { return }
    let shown = values[field]
    // A field that is not restored always shows the present.
    let isShownAnyway = !access.isRestored(field)
    // A write of the shown value can't be told from none.
    if shown.isUnchanged(in: new) { return }
    if hidden?.written[field] == nil { hidden?.written[field] = old }
    let before = hidden?.children[field] ?? []
    let added = adopt(new.children, field)
    hidden?.values[field] = new
    hidden?.children[field] = children[field]
    values[field] = new
    if !old.isUnchanged(in: new) { emit(field, old, new, cause, adding: added) }
    if !isShownAnyway { putBack(shown, field) }
    release(before, field)
  }

  /// Writes a shown value again; fields with changes that are not reported yet are left alone.
  private func putBack(_ shown: SnapshotValue, _ field: Int) {
    values[field] = shown
    Self.showing {
      access.write(field, shown)
      // The write of one field may change another.
      for other in values.indices where !isPending(other) {
        if !access.read(other).isUnchanged(in: values[other]) { access.write(other, values[other]) }
      }
    }
    values[field] = access.read(field)
    _ = adopt(values[field].children, field)
  }

  /// Runs writes that are no changes.
  private static func showing(_ write: () -> Void) {
    let wasShowing = isShowing
    isShowing = true
    defer { isShowing = wasShowing }
    CurrentCause.with(.restore, write)
  }
}
