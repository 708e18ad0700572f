public import FeatureStore
import StateCore
import StateFields

extension TestStore {
  /// Asserts the changes of the feature's `onStart`, and of those children that exist at the beginning.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Search.State(), feature: Search())
  /// await store.started { $0.isLoading = true }
  /// ```
  ///
  /// A test store begins when it is created. Call the function before any other assertion. If `onStart` changes
  /// nothing, you don't need it. If `exhaustivity` isn't `.on`, only the fields that `expecting` sets are compared. The
  /// changes of a child that begins later belong to the action that adds its state or, if the child begins in a later
  /// turn, to the next action.
  @_disfavoredOverload
  public func started(
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async {
    let location = Location(file: file, line: line)
    withoutActuallyEscaping(expecting) { assertStart(at: location, $0) }
  }

  /// Asserts the changes of the feature's `onStart`, and compares the whole states.
  public func started<State: Equatable>(
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout State) -> Void
  ) async where F.State == State {
    let location = Location(file: file, line: line)
    if expectations != nil {
      return withoutActuallyEscaping(expecting) { assertStart(at: location, $0) }
    }
    record.location = location
    if let problem = comparison.sharingProblem { return fail(problem, at: location) }
    comparison.forgetStart()
    let old = StoredProperty.all(of: comparison.expected)
    expecting(&comparison.expected)
    if comparison.isExpected() { return }
    assertions.assertEqual(
      state,
      comparison.expected,
      """
      The state after onStart is not the expected one:
      \(describeDifference(from: old, actual: state, expected: comparison.expected))
      """,
      file: file,
      line: line
    )
  }

  private func assertStart(at location: Location, _ expecting: @escaping (inout F.State) -> Void) {
    record.location = location
    let actual = record.takeAfterStart()
    let subject = "The state after onStart"
    if exhaustivity == .on {
      assertChanges(in: subject, actual, at: location, expecting)
    } else {
      assertNamedChanges(in: subject, from: nil, actual, at: location, expecting)
    }
  }

  /// Reports changes of `onStart` that were not asserted before another assertion, if `exhaustivity` is `.on`.
  func reportUnassertedStart(before next: String, at location: Location) {
    guard let expectations, let snapshot = record.takeAfterStart() else { return }
    let changes = expectations.asserted.differences(to: snapshot).map { "\n  \($0)" }
    if changes.isEmpty { return }
    expectations.assert(snapshot)
    guard exhaustivity == .on else { return }
    fail(
      """
      The changes of onStart must be asserted before \(next), with `await store.started { … }`:\
      \(changes.joined())
      """,
      at: location
    )
  }

  /// Presents the feature like a view that appears, and starts the effects of `whilePresented`.
  ///
  /// Their actions are asserted with `receive`, and end at the latest with `dismissPresentation()`.
  public func present() async {
    store.addObserver()
    store.settlePresentation()
  }

  /// Ends a `present()` like a view that disappears, and cancels the effects of `whilePresented` after the last one.
  ///
  /// It returns when they have ended, and fails the test if they are still running after `timeout`.
  public func dismissPresentation(file: StaticString = #file, line: UInt = #line) async {
    let presented = store.presentedWork
    store.removeObserver()
    store.settlePresentation()
    guard store.presentedWork == nil, let presented else { return }
    let hasEnded = await TimeLimitedWait.run(timeout: timeout) { wait in
      ImmediateTask.start { @MainActor in
        await presented.value
        wait.end()
      }
    }
    if hasEnded { return }
    let running = list(record.effects)
    fail(
      "Effects of whilePresented are still running after \(timeout.messageText):\(running)",
      at: Location(file: file, line: line)
    )
  }
}
