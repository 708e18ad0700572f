public import FeatureStore
import StateCore
import StateFields

extension TestStore {
  /// Waits for all effects, including those of children, and asserts that they have changed nothing outside of actions.
  ///
  /// Effects that don't end in time fail the test. If `exhaustivity` isn't `.on`, no field is compared.
  @discardableResult
  public func finish(file: StaticString = #file, line: UInt = #line) async -> F.State {
    await finish(at: Location(file: file, line: line), nil)
    return state
  }

  /// Waits for all effects, including those of children, and asserts what they have changed outside of actions.
  ///
  /// Effects that don't end in time fail the test. If `exhaustivity` isn't `.on`, only the fields that `expecting` sets
  /// are compared, and `expecting` may be called twice.
  @discardableResult
  public func finish(
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State {
    await withoutActuallyEscaping(expecting) {
      await finish(at: Location(file: file, line: line), $0)
    }
    return state
  }

  /// Compares the current state with the expected one, without waiting.
  ///
  /// If `exhaustivity` is `.on`, `expecting` makes all changes since the last assertion. Otherwise, only the fields
  /// that it sets are compared, and it may be called twice.
  public func assert(
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) {
    let location = Location(file: file, line: line)
    record.location = location
    reportUnassertedActions(before: "the assertion", at: location)
    withoutActuallyEscaping(expecting) { assertPresent("The state", at: location, $0) }
  }

  /// Skips the received actions and the outputs that were not asserted, with their changes.
  public func skipReceivedActions() {
    let entries = record.takeAllReceived() + record.skipCurrent()
    for name in entries.map(\.name) + record.takeAllOutputs().map({ ValueText.describe($0) }) {
      showSkipped(name, after: "a skip")
    }
    skipChanges(after: "a skip")
  }

  /// Cancels the running effects, including those of children, and waits for their end.
  public func skipRunningEffects(file: StaticString = #file, line: UInt = #line) async {
    let location = Location(file: file, line: line)
    record.location = location
    for effect in record.effects { showSkipped(effect, after: "a skip") }
    store.cancelAllTasks()
    if await waitUntilIdle() { return }
    fail(
      "Cancelled effects are still running after \(timeout.messageText):\(list(record.effects))",
      at: location
    )
  }

  /// Reports received actions and outputs that were not asserted before another assertion, if `exhaustivity` is `.on`.
  func reportUnasserted(before next: String, at location: Location) {
    reportUnassertedActions(before: next, at: location)
    let outputs = record.takeAllOutputs().map { ValueText.describe($0) }
    guard !outputs.isEmpty else { return }
    if exhaustivity == .on {
      fail(
        "Outputs must be asserted before \(next): \(outputs.joined(separator: ", "))",
        at: location
      )
    } else {
      showUnasserted(outputs, after: next)
    }
  }

  /// Reports received actions that were not asserted before another assertion, if `exhaustivity` is `.on`.
  ///
  /// With a number, it reports only those that were handled before the action with that number.
  func reportUnassertedActions(before next: String, number: Int = .max, at location: Location) {
    reportUnassertedStart(before: next, at: location)
    let entries = record.takeAllReceived(before: number)
    guard !entries.isEmpty else { return }
    let actions = entries.map(\.name)
    if exhaustivity == .on {
      fail(
        "Received actions must be asserted before \(next): \(actions.joined(separator: ", "))",
        at: location
      )
      if let snapshot = entries.last?.after { expectations?.assert(snapshot) }
    } else {
      showUnasserted(actions, after: next)
    }
  }

  private func finish(at location: Location, _ expecting: ((inout F.State) -> Void)?) async {
    record.location = location
    if !(await waitUntilIdle()) {
      fail(
        "Effects are still running after \(timeout.messageText):\(list(record.effects))",
        at: location
      )
      store.cancelAllTasks()
    }
    record.reportKept()
    reportUnasserted(before: "the end", at: location)
    assertPresent("The state after the effects", at: location, expecting)
    if exhaustivity == .on, let text = expectations?.unnoticed { fail(text, at: location) }
  }

  private func assertPresent(
    _ subject: String,
    at location: Location,
    _ expecting: ((inout F.State) -> Void)?
  ) {
    if exhaustivity == .on {
      assertChanges(in: subject, nil, at: location, expecting)
    } else {
      assertNamedChanges(in: subject, from: nil, nil, at: location, expecting)
    }
  }

  /// Waits until nothing in the tree is running or `isOver` returns `true`, up to the timeout of the test.
  @discardableResult
  func waitUntilIdle(or isOver: @escaping () -> Bool = { false }) async -> Bool {
    var number = 0
    defer { record.stopWaiting(number) }
    return await TimeLimitedWait.run(timeout: timeout) { wait in
      number = record.whenRecorded(isOver) { wait.end() }
      ImmediateTask.start { @MainActor [record] in
        await record.waitUntilIdle()
        wait.end()
      }
    }
  }
}
