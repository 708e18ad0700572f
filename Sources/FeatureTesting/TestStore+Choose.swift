public import FeatureStore
import StateFields

extension TestStore {
  /// Chooses a button of an alert or a dialog as a user does, makes the expected changes, and compares the states by
  /// their snapshots.
  ///
  /// For example, `await store.choose("Delete", in: \.alert) { $0.alert = nil }`. The changes include those of the
  /// button's action. If the question doesn't exist, or has no such button, the test fails.
  @discardableResult
  public func choose<Q: Question, State: SnapshotState>(
    _ label: String,
    in question: ReferenceWritableKeyPath<State, Q?>,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout State) -> Void
  ) async -> TestStoreTask<F.State> where Q.Action == F.Action, F.State == State {
    let location = Location(file: file, line: line)
    return await choose(label, in: question, of: store, at: StorePath(), location, expecting)
  }

  /// Chooses a button of a child's alert or dialog as a user does, makes the expected changes in the whole state, and
  /// compares the states by their snapshots.
  ///
  /// ```swift
  /// await store.choose("Delete", of: \.details[id: 7], in: \.dialog) { $0.detail?.dialog = nil }
  /// ```
  ///
  /// It behaves like `choose(_:in:file:line:expecting:)`. If the child doesn't exist, the test fails.
  @discardableResult
  public func choose<Place: ChildPlace, Q: Question>(
    _ label: String,
    of child: KeyPath<F, Place>,
    in question: ReferenceWritableKeyPath<Place.ChildFeature.State, Q?>,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> TestStoreTask<F.State>
  where Q.Action == Place.ChildFeature.Action, Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    let (path, place) = path(to: child)
    guard let target = place.find(below: store) else {
      failToChoose(label, "\(path.text) doesn't exist", at: location)
      return TestStoreTask(state)
    }
    if exhaustivity == .on { checkFields(of: target, at: path, location) }
    return await choose(label, in: question, of: target, at: path, location, expecting)
  }

  private func choose<G: Feature, Q: Question>(
    _ label: String,
    in question: ReferenceWritableKeyPath<G.State, Q?>,
    of target: Store<G>,
    at path: StorePath,
    _ location: Location,
    _ expecting: (inout F.State) -> Void
  ) async -> TestStoreTask<F.State> where Q.Action == G.Action {
    record.location = location
    let name = label.debugDescription
    reportUnasserted(before: name, at: location)
    let asked = target.state[keyPath: question]
    guard let asked, let button = asked.button(labelled: label) else {
      let present = asked.map { "its buttons are \($0.buttons)" } ?? "no alert or dialog is shown"
      failToChoose(label, present, at: location)
      return TestStoreTask(state)
    }
    guard let action = button.action(for: asked.texts) else {
      let end = await write(question, nil, of: target, at: location, named: name)
      withoutActuallyEscaping(expecting) {
        assertChanges(in: end.subject, end.snapshot, at: location, $0)
      }
      return end.task
    }
    target.state[keyPath: question] = nil
    if path.isRoot, let action = action as? F.Action { actionHistory.append(action) }
    let end = await perform(action, in: target, at: path, location)
    assertChanges(after: end, at: location, expecting)
    return end.task
  }

  private func failToChoose(_ label: String, _ reason: String, at location: Location) {
    fail("\(label.debugDescription) can't be chosen: \(reason)", at: location)
  }
}
