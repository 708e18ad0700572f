import StateFields
import StateRecord

/// The changes that become parts of steps, or remove fields from them.
extension HistoryRecorder {
  func take(_ change: ValueChange) {
    if !change.added.isEmpty { noteReturn(of: change.added) }
    let root = root(of: change)
    lastRoot = root
    guard let old = change.old.field, let new = change.new.field else { return }
    // Such a change by other code leaves the field in the steps.
    let isOnlyOfRequest =
      scopes.holdsRequest(FieldKey(change.object, change.index, scope: 0))
      && old.withoutRequest.isUnchanged(in: new.withoutRequest)
    guard let scope = scopes.scope(of: change) else {
      if isOnlyOfRequest { return }
      noteOutside(change, old, new)
      // A field outside of the history may contain objects with fields of the history.
      if stack.hasSteps, removesChildren(old, new) {
        removeLostFields()
        update()
      }
      return
    }
    let key = FieldKey(change.object, change.index, scope: scope)
    switch phase {
    case .recording, .moving: break
    case .cancelling(var keys):
      if isOnlyOfRequest { return }
      keys.insert(key)
      phase = .cancelling(keys)
      return
    case .writing(let keys, var others):
      if keys.contains(key) { return }
      others[key] = others[key] ?? old
      phase = .writing(keys, others: others)
      return
    case .reacting(let own, var discarded):
      // The reactions of a store that isn't recorded are like writes of other code.
      guard root === own || recent.isLastWrites(root) else { break }
      discarded[key] = discarded[key] ?? old
      phase = .reacting(own, discarded: discarded)
      return
    }
    guard let root else {
      if !isOnlyOfRequest { forget(key, old, new) }
      return
    }
    let (before, after) = FieldValue.change(old, new)
    let cause = Stack.Cause(
      root: root.number,
      burst: burst,
      name: root.name,
      kind: coalesces ? root.kind : nil
    )
    stack.record(
      key,
      from: before,
      to: after,
      by: cause,
      at: coalesces ? scopes.all[scope].now() : .zero
    )
    let isAlone = !stack.takeRemovedRedo() && !removesChildren(old, new)
    forgetReleased(except: isAlone ? key : nil)
    isToUpdate = true
  }

  /// Notes a change of a removed child, which may still have a store.
  private func noteOutside(_ change: ValueChange, _ old: SnapshotValue, _ new: SnapshotValue) {
    guard case .recording = phase else { return }
    let key = FieldKey(change.object, change.index, scope: 0)
    if stack.contains(key) { forget(key, old, new) }
  }

  /// Compares children that a state contains again with the steps, because their changes meanwhile weren't reported.
  ///
  /// Such a change is like a foreign one.
  private func noteReturn(of children: [TrackedValues]) {
    guard case .recording = phase else {
      returned += children.map(\.object)
      return
    }
    for child in children {
      for (field, value) in child.values.enumerated() {
        let key = FieldKey(child.object, field, scope: 0)
        guard let expected = stack.value(of: key) else { continue }
        if !scopes.isSame(value, expected.value, in: key) { forget(key, value, value) }
      }
    }
  }

  /// Returns the fields of children that a move has brought back with other values than the steps have.
  func takeChangedFieldsOfReturned() -> [FieldKey] {
    defer { returned = [] }
    return returned.flatMap { object in
      object.shape.fields.indices.compactMap { field in
        guard let value = object.state?.value(ofField: field) else { return nil }
        let key = FieldKey(object, field, scope: 0)
        guard let expected = stack.value(of: key) else { return nil }
        return scopes.isSame(value, expected.value, in: key) ? nil : key
      }
    }
  }

  /// Removes the fields of children that only lost values of fields have contained.
  func forgetReleased(except key: FieldKey? = nil) {
    let released = stack.takeReleased()
    if released.contains(where: { $0 != key && scopes.canHaveChildren($0) }) { removeLostFields() }
  }

  private func removesChildren(_ old: SnapshotValue, _ new: SnapshotValue) -> Bool {
    if old.children.isEmpty { return false }
    let kept = Set(new.children.map { ObjectIdentifier($0.object) })
    return old.children.contains { !kept.contains(ObjectIdentifier($0.object)) }
  }

  /// Notes a change that no undo reverts.
  func forget(_ key: FieldKey, _ old: SnapshotValue, _ new: SnapshotValue) {
    stack.forget(key)
    forgetReleased()
    if removesChildren(old, new) { removeLostFields() }
    update()
  }

  /// Removes the fields of objects that neither a state nor a step contains.
  func removeLostFields() {
    if isTaking {
      mayHaveLost = true
      return
    }
    if stack.keys.allSatisfy({ scopes.way(to: $0) != nil }) { return }
    var kept: Set<ObjectIdentifier> = []
    for step in stack.allSteps {
      for field in step.fields.values {
        for value in [field.before.value, field.after.value] { keep(value, &kept) }
      }
    }
    stack.removeFields { key in
      // The store of a removed child may not have ended.
      if scopes.way(to: key) != nil { return false }
      guard let state = key.object.state else { return true }
      return !kept.contains(ObjectIdentifier(state))
    }
    forgetReleased()
  }

  private func keep(_ value: SnapshotValue, _ kept: inout Set<ObjectIdentifier>) {
    var open = value.children.map(\.object)
    while let object = open.popLast() {
      guard kept.insert(ObjectIdentifier(object)).inserted, let state = object as? any SnapshotState
      else { continue }
      for (index, field) in state.fieldShapes.enumerated() where field.isChild {
        open += state.value(ofField: index).children.map(\.object)
      }
    }
  }
}
