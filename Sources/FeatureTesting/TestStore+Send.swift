public import FeatureStore
import StateFields

extension TestStore {
  /// Sends an action and, if `exhaustivity` is `.on`, asserts that it changes nothing.
  @discardableResult
  public func send(
    _ action: F.InputAction,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> {
    let location = Location(file: file, line: line)
    let end = await perform(action, at: location)
    assertNoChanges(after: end, at: location)
    return end.task
  }

  /// Sends an action, makes the expected changes, and compares the whole states.
  @discardableResult
  public func send<State: SnapshotState>(
    _ action: F.InputAction,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> where F.State == State {
    await sendComparingSnapshots(action, at: Location(file: file, line: line), expecting)
  }

  /// Sends an action, makes the expected changes, and compares the whole states by their snapshots.
  @discardableResult
  public func send<State: SnapshotState & Equatable>(
    _ action: F.InputAction,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> where F.State == State {
    await sendComparingSnapshots(action, at: Location(file: file, line: line), expecting)
  }

  /// Sends an action, makes the expected changes, and compares the whole states.
  ///
  /// The handler repeats changes of earlier actions that were not compared in full. This requires a handler that
  /// doesn't suspend and has neither middleware nor reactions, and a feature without properties, such as dependencies.
  /// Otherwise, the comparison fails with the line of the earlier action.
  @discardableResult
  public func send<State: Equatable>(
    _ action: F.InputAction,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> where F.State == State {
    // `where F.State: Equatable` would not hold for a conformance that is isolated to the main actor.
    let location = Location(file: file, line: line)
    let problem = comparison.prepare()
    let end = await perform(action, at: location)
    if let problem {
      fail(problem, at: location)
      return end.task
    }
    comparison.forget(end.note)
    let old = StoredProperty.all(of: comparison.expected)
    expecting(&comparison.expected)
    if comparison.isExpected(), state != comparison.expected { return end.task }
    assertions.assertEqual(
      state,
      comparison.expected,
      """
      The state after \(end.name) is not the expected one:
      \(describeDifference(from: old, actual: state, expected: comparison.expected))\(end.hint)
      """,
      file: file,
      line: line
    )
    return end.task
  }

  /// Sends an action and passes the state to `assert`.
  ///
  /// The values that `assert` reads count as asserted, and so do all others.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.InputAction,
    assert: (F.State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> {
    let end = await perform(action, at: Location(file: file, line: line))
    assert(state)
    skipChanges(after: end.name, upTo: exhaustivity == .on ? end.entry?.after : nil)
    return end.task
  }

  /// Sends an action and compares one property.
  ///
  /// If `exhaustivity` is `.on`, no field may have changed except those that the property depends on.
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.InputAction,
    expecting keyPath: KeyPath<F.State, V>,
    toBe expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> {
    let location = Location(file: file, line: line)
    let known = individuals(in: state[keyPath: keyPath])
    let end = await perform(action, at: location)
    let after = exhaustivity == .on ? end.entry?.after : nil
    let actualValue =
      after.flatMap { expectations?.value(of: keyPath, in: $0) } ?? state[keyPath: keyPath]
    comparison.noteValue(of: keyPath, after: end.note)
    let isAlike = ValueDifference.isAlike(actualValue, expectedValue, known: known)
    if actualValue == expectedValue || !isAlike {
      let name = StoredProperty.name(of: keyPath, in: state)
      let isRedacted = (F.State.self as? any SnapshotState.Type)?.isRedacted(keyPath) ?? false
      let texts = [expectedValue, actualValue].map {
        isRedacted ? ValueText.redacted : ValueText.describe($0)
      }
      assertions.assertEqual(
        actualValue,
        expectedValue,
        "\(name) after \(end.name): expected \(texts[0]), got \(texts[1])\(end.hint)",
        file: file,
        line: line
      )
    }
    assertNoOtherChange(
      after: F.action(action),
      than: keyPath,
      with: actualValue,
      after,
      at: location
    )
    return end.task
  }

  /// Sends an action and compares one property.
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.InputAction,
    _ keyPath: KeyPath<F.State, V>,
    _ expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> {
    await send(action, expecting: keyPath, toBe: expectedValue, file: file, line: line)
  }

  private func sendComparingSnapshots(
    _ action: F.InputAction,
    at location: Location,
    _ expecting: (inout F.State) -> Void
  ) async -> TestStoreTask<F.State> {
    let end = await perform(action, at: location)
    assertChanges(after: end, at: location, expecting)
    return end.task
  }

  private func perform(_ action: F.InputAction, at location: Location) async -> SendEnd<F.State> {
    let action = F.action(action)
    actionHistory.append(action)
    return await perform(action, in: store, at: StorePath(), location)
  }
}
