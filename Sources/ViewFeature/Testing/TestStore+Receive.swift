import StateEngine

extension TestStore {
  /// Asserts the next action that the feature sends itself, and that it changes nothing.
  ///
  /// As `receive(_:file:line:expecting:)`; when not everything has to be asserted, no field is
  /// compared.
  @discardableResult
  public func receive(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await receive(action, at: Location(file: file, line: line), nil)
    return state
  }

  /// Asserts the next action that the feature sends itself, and what it changes.
  ///
  /// Waits for the action if there is none yet. The action has to be `Equatable`; otherwise say which
  /// one is expected with `receive(where:)`. When not everything has to be asserted, other actions
  /// before it are skipped, only the fields that `expecting` sets are compared, and that starts with
  /// the state that the action found; it may be called twice then.
  @discardableResult
  public func receive(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State {
    await withoutActuallyEscaping(expecting) {
      await receive(action, at: Location(file: file, line: line), $0)
    }
    return state
  }

  /// Asserts the next action that the feature sends itself by a condition, and that it changes
  /// nothing.
  @discardableResult
  public func receive(
    where matches: (F.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    await receive("a matching action", at: location, nil, matches)
    return state
  }

  /// Asserts the next action that the feature sends itself by a condition, and what it changes.
  @discardableResult
  public func receive(
    where matches: (F.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State {
    let location = Location(file: file, line: line)
    await withoutActuallyEscaping(expecting) {
      await receive("a matching action", at: location, $0, matches)
    }
    return state
  }

  /// Waits for the end of all effects, and asserts that they have changed nothing without an action.
  ///
  /// Effects that do not end in time fail the test. When not everything has to be asserted, no field
  /// is compared.
  @discardableResult
  public func finish(file: StaticString = #file, line: UInt = #line) async -> F.State {
    await finish(at: Location(file: file, line: line), nil)
    return state
  }

  /// Waits for the end of all effects, and asserts what they have changed without an action.
  ///
  /// Effects that do not end in time fail the test. When not everything has to be asserted, only the
  /// fields that `expecting` sets are compared; it may be called twice then.
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

  /// Lets the received actions pass that were not asserted, with their changes.
  public func skipReceivedActions() {
    for entry in handled.takeAllReceived() {
      showSkipped(ValueText.describe(entry.action), after: "a skip")
    }
    if let action = handled.skipCurrent() {
      showSkipped(ValueText.describe(action), after: "a skip")
    }
    skipChanges(after: "a skip")
  }

  /// Cancels the effects that are running, and waits for their end.
  public func skipRunningEffects(file: StaticString = #file, line: UInt = #line) async {
    let location = Location(file: file, line: line)
    handled.location = location
    for effect in store.effects { showSkipped("\(effect)", after: "a skip") }
    store.cancelAllTasks()
    if await waitUntilIdle() { return }
    fail(
      "Cancelled effects are still running after \(timeout):\(list(store.effects))",
      at: location
    )
  }

  /// Before something else is asserted, all received actions have to be, if everything has; with a
  /// number, those that were handled before the action with it.
  func reportUnassertedActions(before next: String, number: Int = .max, at location: Location) {
    let entries = handled.takeAllReceived(before: number)
    guard !entries.isEmpty else { return }
    let actions = entries.map { ValueText.describe($0.action) }
    switch exhaustivity {
    case .on:
      fail(
        "Before \(next), received actions have to be asserted: \(actions.joined(separator: ", "))",
        at: location
      )
      if let snapshot = entries.last?.after { expectations?.assert(snapshot) }
    case .off(let showsSkipped):
      if showsSkipped { for action in actions { showSkipped(action, after: next) } }
    }
  }

  private func finish(at location: Location, _ expecting: ((inout F.State) -> Void)?) async {
    handled.location = location
    if !(await waitUntilIdle()) {
      fail(
        "Effects are still running after \(timeout):\(list(store.effects))",
        at: location
      )
      store.cancelAllTasks()
    }
    reportUnassertedActions(before: "the end", at: location)
    if exhaustivity == .on {
      assertChanges(after: "the effects", nil, at: location, expecting)
    } else {
      assertNamedChanges(after: "the effects", from: nil, nil, at: location, expecting)
    }
  }

  private func receive(
    _ action: F.Action,
    at location: Location,
    _ expecting: ((inout F.State) -> Void)?
  ) async {
    let name = ValueText.describe(action)
    guard let expected = action as? any Equatable else {
      let type = ValueText.name(of: F.Action.self)
      return fail(
        "\(name) can't be compared: \(type) is not Equatable. Use `receive(where:)`.",
        at: location
      )
    }
    await receive(name, at: location, expecting) { isEqual(expected, $0) }
  }

  private func receive(
    _ name: String,
    at location: Location,
    _ expecting: ((inout F.State) -> Void)?,
    _ matches: (F.Action) -> Bool
  ) async {
    handled.location = location
    while let entry = await nextReceived() {
      let cause = ValueText.describe(entry.action)
      let isMatch = matches(entry.action)
      guard isMatch || exhaustivity == .on else {
        if exhaustivity == .off(showsSkipped: true) { showSkipped(cause, after: name) }
        continue
      }
      if !isMatch { fail("Received \(cause), expected \(name)", at: location) }
      if exhaustivity == .on {
        assertChanges(after: cause, entry.after, at: location, expecting)
      } else {
        assertNamedChanges(after: cause, from: entry.before, entry.after, at: location, expecting)
      }
      return await letEffectsEnd()
    }
    let running = store.effects
    fail(
      running.isEmpty
        ? "\(name) was not received, and nothing is running that could send it"
        : "\(name) was not received within \(timeout). Running:\(list(running))",
      at: location
    )
  }

  /// Gives the effect that has sent an action the turns that it needs to come to its end.
  private func letEffectsEnd() async {
    for _ in 0..<100 where store.runningTaskCount > 0 { await Task.yield() }
  }

  /// Waits for a received action, for as long as something is running that could send one.
  private func nextReceived() async -> HandledActions<F>.Entry? {
    _ = await TimeLimitedWait.run(timeout: timeout) { wait in
      handled.whenReceived { wait.end() }
      endWhenIdle(wait)
    }
    return handled.takeReceived()
  }

  private func waitUntilIdle() async -> Bool {
    await TimeLimitedWait.run(timeout: timeout) { endWhenIdle($0) }
  }

  private func endWhenIdle(_ wait: TimeLimitedWait) {
    ImmediateTask.start { @MainActor [work = store.effectTable.work] in
      await work.waitUntilIdle()
      wait.end()
    }
  }
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
  (rhs as? Value).map { lhs == $0 } ?? false
}
