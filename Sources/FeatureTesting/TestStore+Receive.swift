public import FeatureStore
import StateCore
import StateFields

extension TestStore {
  /// Asserts the next action that the feature itself sends, and that it changes nothing.
  ///
  /// It behaves like `receive(_:file:line:expecting:)`; if `exhaustivity` isn't `.on`, no field is compared.
  @discardableResult
  public func receive(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await receive(action, at: StorePath(), Location(file: file, line: line), nil)
    return state
  }

  /// Asserts the next action that the feature itself sends, and its changes.
  ///
  /// It waits for the action if necessary. The action must be `Equatable`; for other actions, use `receive(where:)`.
  ///
  /// If `exhaustivity` isn't `.on`, other actions before it are skipped. Only the fields that `expecting` sets are
  /// compared, starting with the state that the action found, and `expecting` may be called twice.
  @discardableResult
  public func receive(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State {
    await withoutActuallyEscaping(expecting) {
      await receive(action, at: StorePath(), Location(file: file, line: line), $0)
    }
    return state
  }

  /// Asserts the next action that the feature itself sends by a condition, and that it changes nothing.
  @discardableResult
  public func receive(
    where matches: (F.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    await receive(where: matches, at: StorePath(), location, nil)
    return state
  }

  /// Asserts the next action that the feature itself sends by a condition, and its changes.
  @discardableResult
  public func receive(
    where matches: (F.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State {
    let location = Location(file: file, line: line)
    await withoutActuallyEscaping(expecting) {
      await receive(where: matches, at: StorePath(), location, $0)
    }
    return state
  }

  func receive<Action: Sendable>(
    _ action: Action,
    at path: StorePath,
    _ location: Location,
    _ expecting: ((inout F.State) -> Void)?,
    whenReceived: () -> Void = {}
  ) async {
    let name = path.name(of: action)
    guard let expected = action as? any Equatable else {
      let type = ValueText.name(of: Action.self)
      return fail(
        "\(name) can't be compared: \(type) is not Equatable. Use `receive(where:)`.",
        at: location
      )
    }
    await receive(name, at: location, expecting, whenReceived: whenReceived) {
      $0.leads(like: path) && isEqual(expected, $0.action)
    }
  }

  func receive<Action: Sendable>(
    where matches: (Action) -> Bool,
    at path: StorePath,
    _ location: Location,
    _ expecting: ((inout F.State) -> Void)?
  ) async {
    let name = path.isRoot ? "a matching action" : "a matching action of \(path.text)"
    await receive(name, at: location, expecting) { entry in
      guard entry.leads(like: path), let action = entry.action as? Action else { return false }
      return matches(action)
    }
  }

  private func receive(
    _ name: String,
    at location: Location,
    _ expecting: ((inout F.State) -> Void)?,
    whenReceived: () -> Void = {},
    _ matches: (TreeRecord.Entry) -> Bool
  ) async {
    record.location = location
    reportUnassertedStart(before: name, at: location)
    let limit = startLimit()
    defer { limit.timer.cancel() }
    while !limit.hasPassed.isRaised, let entry = await nextReceived() {
      record.reportKept()
      let isMatch = matches(entry)
      guard isMatch || exhaustivity == .on else {
        showUnasserted([entry.name], after: name)
        continue
      }
      comparison.note(
        entry.name,
        replayable: entry.path.isRoot ? entry.action as? F.Action : nil,
        at: location
      )
      guard isMatch else {
        fail("Received \(entry.name), expected \(name)", at: location)
        if let after = entry.after { expectations?.assert(after) }
        return await letEffectsEnd()
      }
      let subject = "The state after \(entry.name)"
      if exhaustivity == .on {
        assertChanges(in: subject, entry.after, at: location, expecting)
      } else {
        assertNamedChanges(in: subject, from: entry.before, entry.after, at: location, expecting)
      }
      whenReceived()
      return await letEffectsEnd()
    }
    record.reportKept()
    reportNotReceived(name, at: location)
  }

  func reportNotReceived(_ name: String, at location: Location) {
    let running = record.effects
    fail(
      record.isIdle
        ? "\(name) was not received, and nothing is running that could send it"
        : "\(name) was not received within \(timeout.messageText). Running:\(list(running))",
      at: location
    )
  }

  /// Gives the effect that has sent an action the turns that it needs to end.
  private func letEffectsEnd() async {
    for turn in 0..<100 where record.runningCount > 0 {
      await Task.yield()
      // An effect that isn't isolated ends on another thread.
      if turn.isMultiple(of: 5) { await turnElsewhere() }
    }
  }

  /// Starts the time limit of a call that skips actions or outputs.
  func startLimit() -> (hasPassed: Flag, timer: Task<Void, Never>) {
    let hasPassed = Flag()
    let timer = ImmediateTask.start { @MainActor [timeout] in
      if (try? await sleepWithoutProgress(for: timeout)) != nil { hasPassed.raise() }
    }
    return (hasPassed, timer)
  }

  /// Waits for a received action while something is running that could send one.
  private func nextReceived() async -> TreeRecord.Entry? {
    await waitUntilIdle { [record] in record.hasReceived }
    return record.takeReceived()
  }
}

/// Returns whether an action or an output is the expected one; errors that were created alike count as the same.
func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
  (rhs as? Value).map { ValueDifference.isAlike(lhs, $0) } ?? false
}
