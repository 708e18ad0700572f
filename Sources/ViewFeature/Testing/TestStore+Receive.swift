import StateEngine

extension TestStore {
  /// Asserts the next action that the feature sends itself, and what it changes.
  ///
  /// Waits for the action if there is none yet. The action has to be `Equatable`; otherwise say which
  /// one is expected with `receive(where:)`. When not everything has to be asserted, other actions
  /// before it are skipped, and only the fields that `expecting` changes are compared.
  @discardableResult
  public func receive(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void = { _ in }
  ) async -> F.State {
    guard let expected = action as? any Equatable else {
      assertions.fail(
        "\(action) can't be compared: \(F.Action.self) is not Equatable. Use `receive(where:)`.",
        file: file,
        line: line
      )
      return state
    }
    await receive("\(action)", file: file, line: line, expecting) { isEqual(expected, $0) }
    return state
  }

  /// Asserts the next action that the feature sends itself by a condition, and what it changes.
  @discardableResult
  public func receive(
    where matches: (F.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void = { _ in }
  ) async -> F.State {
    await receive("a matching action", file: file, line: line, expecting, matches)
    return state
  }

  /// Waits for the end of all effects, and asserts what they have changed without an action.
  ///
  /// Effects that do not end in time fail the test.
  @discardableResult
  public func finish(
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void = { _ in }
  ) async -> F.State {
    if !(await waitUntilIdle()) {
      assertions.fail(
        "Effects are still running after \(timeout):\(list(store.effects))",
        file: file,
        line: line
      )
      store.cancelAllTasks()
    }
    leaveReceivedActions(before: "the end", file: file, line: line)
    if exhaustivity == .on {
      assertChanges(after: "the effects", nil, file: file, line: line, expecting)
    } else {
      assertNamedChanges(after: "the effects", nil, file: file, line: line, expecting)
    }
    return state
  }

  /// Lets the received actions pass that were not asserted, with their changes.
  public func skipReceivedActions() {
    for entry in handled.takeAllReceived() { showSkipped("\(entry.action)", after: "a skip") }
    skipChanges(after: "a skip")
  }

  /// Cancels the effects that are running, and waits for their end.
  public func skipRunningEffects(file: StaticString = #file, line: UInt = #line) async {
    for effect in store.effects { showSkipped("\(effect)", after: "a skip") }
    store.cancelAllTasks()
    if await waitUntilIdle() { return }
    assertions.fail(
      "Cancelled effects are still running after \(timeout):\(list(store.effects))",
      file: file,
      line: line
    )
  }

  /// Before something else is asserted, all received actions have to be, if everything has.
  func leaveReceivedActions(before next: String, file: StaticString, line: UInt) {
    let entries = handled.takeAllReceived()
    guard !entries.isEmpty else { return }
    let actions = entries.map { "\($0.action)" }
    switch exhaustivity {
    case .on:
      assertions.fail(
        "Before \(next), received actions have to be asserted: \(actions.joined(separator: ", "))",
        file: file,
        line: line
      )
      asserted = entries.last?.snapshot ?? asserted
    case .off(let showsSkipped):
      if showsSkipped { for action in actions { showSkipped(action, after: next) } }
    }
  }

  private func receive(
    _ name: String,
    file: StaticString,
    line: UInt,
    _ expecting: (inout F.State) -> Void,
    _ matches: (F.Action) -> Bool
  ) async {
    while let entry = await nextReceived() {
      if exhaustivity == .on {
        if !matches(entry.action) {
          assertions.fail("Received \(entry.action), expected \(name)", file: file, line: line)
        }
        let cause = "\(entry.action)"
        return assertChanges(after: cause, entry.snapshot, file: file, line: line, expecting)
      }
      if matches(entry.action) {
        let cause = "\(entry.action)"
        return assertNamedChanges(after: cause, entry.snapshot, file: file, line: line, expecting)
      }
      if exhaustivity == .off(showsSkipped: true) { showSkipped("\(entry.action)", after: name) }
    }
    let running = store.effects
    assertions.fail(
      running.isEmpty
        ? "\(name) was not received, and nothing is running that could send it"
        : "\(name) was not received within \(timeout). Running:\(list(running))",
      file: file,
      line: line
    )
  }

  /// Waits for a received action, for as long as something is running that could send one.
  private func nextReceived() async -> HandledActions<F>.Entry? {
    _ = await Race.run(timeout: timeout) { race in
      handled.whenReceived { race.end() }
      endWhenIdle(race)
    }
    return handled.takeReceived()
  }

  private func waitUntilIdle() async -> Bool {
    await Race.run(timeout: timeout) { endWhenIdle($0) }
  }

  private func endWhenIdle(_ race: Race) {
    ImmediateTask.start { @MainActor [work = store.effectTable.work] in
      await work.waitUntilIdle()
      race.end()
    }
  }
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
  (rhs as? Value).map { lhs == $0 } ?? false
}
