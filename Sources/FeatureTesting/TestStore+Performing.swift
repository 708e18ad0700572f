import FeatureStore
import Logging
import StateCore

/// The result of an action that a test sent.
@MainActor
struct SendEnd<State: AnyObject> {
  let name: String
  let task: TestStoreTask<State>
  /// The entry of the handled action; `nil` if the handler did not run.
  let entry: TreeRecord.Entry?
  /// The number of the action in the comparison of whole states.
  let note: Int
  var hint = ""
}

extension TestStore {
  /// Sends an action to a store of the tree and waits for its handler or, unless `exhaustivity` is `.on`, for
  /// everything.
  func perform<G: Feature>(
    _ action: G.Action,
    in target: Store<G>,
    at path: StorePath,
    _ location: Location
  ) async -> SendEnd<F.State> {
    let name = path.name(of: action)
    record.location = location
    reportUnasserted(before: name, at: location)
    let ticket = record.makeTicket()
    let (handledBefore, vetoesBefore) = (record.count, record.vetoCount)
    let origin = SendOrigin(fileID: location.file, line: location.line, ticket: ticket)
    let sent = target.send(action, from: origin)
    let isHandledNow = record.count > handledBefore
    let isVetoed = !isHandledNow && record.vetoCount > vetoesBefore
    let isDropped = sent.isDone && !isHandledNow && !isVetoed
    let isReplayable = path.isRoot && sent.isDone && record.count == handledBefore + 1
    let note = comparison.note(
      name,
      replayable: isReplayable ? action as? F.Action : nil,
      at: location
    )
    if isDropped {
      logger.notice("An action was dropped in a test", metadata: ["action": "\(name)"])
    }
    if exhaustivity == .on {
      await waitForHandler(of: sent, ticket, name, at: location)
    } else {
      await waitForEnd(of: sent, name, at: location)
    }
    let entry = record.takeSent(ticket)
    record.reportKept()
    // These actions were received while this one waited for its turn.
    if let entry { reportUnassertedActions(before: name, number: entry.number, at: location) }
    return SendEnd(
      name: name,
      task: makeTask(sent, name),
      entry: entry,
      note: note,
      hint: isDropped
        ? "\n  (\(name) was dropped: another action with the same lock is running, or the "
          + "store has ended)" : ""
    )
  }

  /// Asserts that an action has changed nothing, if `exhaustivity` is `.on`, or skips its changes.
  func assertNoChanges(after end: SendEnd<F.State>, at location: Location) {
    if exhaustivity == .on {
      assertChanges(
        in: "The state after \(end.name)",
        end.entry?.after,
        at: location,
        hint: end.hint,
        nil
      )
    } else {
      skipChanges(after: end.name)
    }
  }

  func assertChanges(
    after end: SendEnd<F.State>,
    at location: Location,
    _ expecting: (inout F.State) -> Void
  ) {
    // With `.on`, this is the state that the handler left, because everything after it must be asserted, too.
    let actual = exhaustivity == .on ? end.entry?.after : nil
    withoutActuallyEscaping(expecting) {
      assertChanges(
        in: "The state after \(end.name)",
        actual,
        at: location,
        hint: end.hint,
        $0
      )
    }
  }

  func makeTask(_ sent: SentAction, _ name: String) -> TestStoreTask<F.State> {
    TestStoreTask(state, sent) { [weak self] sent, location in
      guard let self, !sent.isDone else { return }
      record.location = location
      if await hasEnded({ await sent.value }) { return }
      fail(
        "\(name) hasn't ended after \(timeout.messageText).\(list(record.effects))",
        at: location
      )
    }
  }

  /// Waits for the handler of an action that the test sent, and for the assertions of earlier actions.
  private func waitForHandler(
    of sent: SentAction,
    _ ticket: Int,
    _ name: String,
    at location: Location
  ) async {
    record.beginComparing(ticket)
    if sent.isHandled { return await record.waitForTurn(sent, ticket) }
    if await hasEnded({ [record] in await record.waitForTurn(sent, ticket) }) { return }
    fail("The handler of \(name) hasn't ended after \(timeout.messageText)", at: location)
    sent.cancel()
  }

  func waitForEnd(of sent: SentAction, _ name: String, at location: Location) async {
    if sent.isDone, !record.hasFollowers { return }
    let isInTime = await hasEnded { [record] in
      await sent.value
      await record.waitForFollowers()
    }
    if isInTime { return }
    fail(
      """
      \(name) hasn't ended after \(timeout.messageText). Cancel effects that never end before you \
      await the action, or set `exhaustivity` to `.on`, so that `send` doesn't wait for effects.\
      \(list(record.effects))
      """,
      at: location
    )
    sent.cancel()
    record.cancelFollowers()
  }

  /// Waits for the end of `operation`, up to the timeout of the test.
  func hasEnded(_ operation: @escaping @MainActor () async -> Void) async -> Bool {
    await TimeLimitedWait.run(timeout: timeout) { wait in
      ImmediateTask.start { @MainActor in
        await operation()
        wait.end()
      }
    }
  }
}
