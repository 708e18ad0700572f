import StateEngine

extension TestStore {
  /// Answers a question as a user does, makes the changes that are expected, and compares the states by
  /// their snapshots.
  ///
  /// `await store.choose("Delete", in: \.alert) { $0.alert = nil }`. The changes are those of the
  /// button's action too. A question that is not there, or has no such button, fails the test.
  ///
  /// A question of a child is answered through the child's store; `receive` asserts what that sends.
  @discardableResult
  public func choose<Q: Question, State: SnapshotState>(
    _ label: String,
    in question: ReferenceWritableKeyPath<State, Q?>,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout State) -> Void
  ) async -> TestStoreTask<F.State> where Q.Action == F.Action, F.State == State {
    let location = Location(file: file, line: line)
    let asked = state[keyPath: question]
    guard let asked, let button = asked.button(labelled: label) else {
      let present = asked.map { "its buttons are \($0.buttons)" } ?? "there is no question"
      fail("\(label.debugDescription) can't be chosen: \(present)", at: location)
      return TestStoreTask(state)
    }
    state[keyPath: question] = nil
    guard let action = button.action(for: asked.texts) else {
      withoutActuallyEscaping(expecting) {
        assertChanges(in: "The state after \(label.debugDescription)", nil, at: location, $0)
      }
      return TestStoreTask(state)
    }
    actionHistory.append(action)
    let end = await perform(action, in: store, at: StorePath(), location)
    assertChanges(after: end, at: location, expecting)
    return end.task
  }
}
