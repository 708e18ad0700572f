import Logging
import StateEngine

extension TestStore {
  /// Sends an action and, unless everything has to be asserted, asserts nothing.
  @discardableResult
  public func send(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    let end = await perform(action, at: location)
    if exhaustivity == .on {
      assertChanges(after: end.name, end.entry?.after, at: location, hint: end.hint, nil)
    } else {
      skipChanges(after: end.name)
    }
    return state
  }

  /// Sends an action, makes the changes that are expected, and compares the whole states.
  @discardableResult
  public func send<State: SnapshotState>(
    _ action: F.Action,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    await sendComparingSnapshots(action, at: Location(file: file, line: line), expecting)
  }

  /// Sends an action, makes the changes that are expected, and compares the whole states by their
  /// snapshots.
  @discardableResult
  public func send<State: SnapshotState & Equatable>(
    _ action: F.Action,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    await sendComparingSnapshots(action, at: Location(file: file, line: line), expecting)
  }

  /// Sends an action, makes the changes that are expected, and compares the whole states.
  ///
  /// The handler repeats changes of earlier actions that were not compared in full, if
  /// it does not suspend and neither the feature has properties, such as dependencies, nor the handler
  /// middleware; otherwise the comparison fails with the line of the earlier action.
  @discardableResult
  public func send<State: Equatable>(
    _ action: F.Action,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    // `where F.State: Equatable` would not hold for a conformance that is isolated to the main actor.
    let location = Location(file: file, line: line)
    let problem = comparison.prepare()
    let end = await perform(action, at: location)
    if let problem {
      fail(problem, at: location)
      return state
    }
    comparison.forgetLast()
    let old = StoredProperty.all(of: comparison.expected)
    expecting(&comparison.expected)
    if comparison.isExpected(), state != comparison.expected { return state }
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
    return state
  }

  /// Sends an action and hands the state to `assert`.
  ///
  /// The state that it reads counts as asserted, and so does the rest.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.Action,
    assert: (F.State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let end = await perform(action, at: Location(file: file, line: line))
    assert(state)
    skipChanges(after: end.name)
    return state
  }

  /// Sends an action and compares one property.
  ///
  /// If everything has to be asserted, no field may have changed that the property is not made of.
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.Action,
    expecting keyPath: KeyPath<F.State, V>,
    toBe expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    let end = await perform(action, at: location)
    let actualValue = state[keyPath: keyPath]
    comparison.noteValue(of: keyPath)
    if actualValue == expectedValue || !ValueDifference.isSame(actualValue, expectedValue) {
      let name = StoredProperty.name(of: keyPath, in: state)
      let (expected, actual) = (ValueText.describe(expectedValue), ValueText.describe(actualValue))
      assertions.assertEqual(
        actualValue,
        expectedValue,
        "\(name) after \(end.name): expected \(expected), got \(actual)\(end.hint)",
        file: file,
        line: line
      )
    }
    assertNoOtherChange(
      after: action,
      than: keyPath,
      with: actualValue,
      exhaustivity == .on ? end.entry?.after : nil,
      at: location
    )
    return state
  }

  /// Sends an action and compares one property.
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.Action,
    _ keyPath: KeyPath<F.State, V>,
    _ expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await send(action, expecting: keyPath, toBe: expectedValue, file: file, line: line)
  }

  private func sendComparingSnapshots(
    _ action: F.Action,
    at location: Location,
    _ expecting: (inout F.State) -> Void
  ) async -> F.State {
    let end = await perform(action, at: location)
    // The state as the handler left it, if all the rest has to be asserted too.
    let actual = exhaustivity == .on ? end.entry?.after : nil
    withoutActuallyEscaping(expecting) {
      assertChanges(after: end.name, actual, at: location, hint: end.hint, $0)
    }
    return state
  }

  /// How far an action got that the test sent.
  private struct End {
    let name: String
    /// Nothing if the handler did not run.
    let entry: HandledActions<F>.Entry?
    var hint = ""
  }

  /// Sends an action and waits: for its handler if everything has to be asserted, for all otherwise.
  private func perform(_ action: F.Action, at location: Location) async -> End {
    let name = ValueText.describe(action)
    handled.location = location
    reportUnassertedActions(before: name, at: location)
    actionHistory.append(action)
    let ticket = handled.makeTicket()
    let (handledBefore, vetoesBefore) = (handled.count, handled.vetoCount)
    let origin = SendOrigin(fileID: location.file, line: location.line, ticket: ticket)
    let sent = store.send(action, from: origin)
    let isHandledNow = handled.count > handledBefore
    let isVetoed = !isHandledNow && handled.vetoCount > vetoesBefore
    let isDropped = sent.isDone && !isHandledNow && !isVetoed
    comparison.note(
      action,
      isReplayable: sent.isDone && handled.count == handledBefore + 1,
      at: location
    )
    if isDropped {
      logger.notice("An action was dropped in a test", metadata: ["action": "\(name)"])
    }
    if exhaustivity == .on {
      await sent.handled
    } else {
      await waitForEnd(of: sent, name, at: location)
    }
    let entry = handled.takeSent(ticket)
    // Actions that were received while this one waited for its turn.
    if let entry { reportUnassertedActions(before: name, number: entry.number, at: location) }
    return End(
      name: name,
      entry: entry,
      hint: isDropped
        ? "\n  (\(name) was dropped: it was not handled, because an action with the same lock is "
          + "not done or the store has ended)" : ""
    )
  }

  private func waitForEnd(of sent: SentAction, _ name: String, at location: Location) async {
    if sent.isDone { return }
    let hasEnded = await TimeLimitedWait.run(timeout: timeout) { wait in
      ImmediateTask.start { @MainActor in
        await sent.value
        wait.end()
      }
    }
    if hasEnded { return }
    fail(
      """
      \(name) is not done after \(timeout). Effects that do not end by themselves have to be \
      cancelled before the action is awaited; set `exhaustivity` to `.on` to go on meanwhile.\
      \(list(store.effects))
      """,
      at: location
    )
    sent.cancel()
  }
}
