public import Foundation
import IssueReporting
import StateCore
public import StatePersistence
import StateQueries

extension Outbox {
  // MARK: Adding

  /// Stores a change, shows its patch, and sends it when its turn comes.
  ///
  /// The patch shows before the call suspends. Cancelling the caller changes nothing. A `timeout` around the call may
  /// therefore report a change that is stored.
  ///
  /// If a retry policy of an effect or an action repeats the call for an equal change, it returns the ticket of the
  /// earlier attempt, unless that change has failed.
  ///
  /// - Returns: A ticket for the answer, when the change is on disk.
  /// - Throws: `unwritable` if the change can't be stored, `full` if the outbox has as many changes as it may have, or
  ///   `field` if the change can't be encoded. Its patch is rolled back, and nothing is kept.
  @discardableResult
  public func enqueue<Change: OutboxChange>(
    _ change: Change
  ) async throws(SavedStateError) -> OutboxTicket<Change> {
    try check(Change.self)
    let step = WorkAttempt.current?.step(SentMutation(change, by: self))
    if let ticket = step?.value(OutboxTicket<Change>.self), !ticket.wait.mayBeRepeated {
      return ticket
    }
    let wait = OutboxWait<Change.Answer>()
    var isRepeated = false
    while true {
      let (draft, write) = (try draft(of: change), OutboxWriteWait())
      let (verdict, key) = try add(change, draft, wait, write)
      if !isPerforming { notes.forgetCause(of: draft.key) }
      switch verdict {
      case .accepted:
        do throws(SavedStateError) { try await write.result() } catch {
          waits[key]?.removeAll { $0 === wait }
          throw error
        }
        let ticket = OutboxTicket<Change>(key: key, wait: wait)
        step?.set(ticket)
        return ticket
      case .busy: await writeEnd()
      case .refused where queue.isFull:
        throw SavedStateError(.full, "the outbox has \(queue.count) changes already")
      case .refused where isRepeated:
        throw SavedStateError(.otherState, "the environment has made the key of another change")
      // The change that it was to be merged with has expired at this moment.
      case .refused: isRepeated = true
      }
    }
  }

  /// Adds a change to the queue, or merges it with an earlier one.
  ///
  /// - Returns: The queue's answer, and the key of the change that the wait belongs to.
  private func add<Change: OutboxChange>(
    _ change: Change,
    _ draft: OutboxDraft,
    _ wait: OutboxWait<Change.Answer>,
    _ write: OutboxWriteWait
  ) throws(SavedStateError) -> (OutboxVerdict, UUID) {
    switch try merge(change, draft) {
    case .separate:
      return (
        asking(write, draft.key, wait) { $0.enqueue(draft, at: $1, &$2) }, draft.key
      )
    case .merged(let (key, payload)):
      return (
        asking(write, key, wait) { $0.merge(draft, into: key, payload: payload, at: $1, &$2) }, key
      )
    case .nothing(let key):
      return (asking(write, key, wait) { $0.cancel(key, by: draft, at: $1, &$2) }, key)
    }
  }

  /// What a new change becomes together with the last one of its lane.
  private enum Merge {
    case separate
    case merged((key: UUID, payload: Int))
    case nothing(UUID)
  }

  private func merge<Change: OutboxChange>(
    _ change: Change,
    _ draft: OutboxDraft
  ) throws(SavedStateError) -> Merge {
    // A change of before a clear doesn't show.
    noteClear()
    guard let last = queue.mergeCandidate(name: draft.name, lane: draft.lane),
      last.subject == draft.subject, !content.isCleared(last.key, place),
      let (earlier, _) = try? kinds.change(last.name, payloads[last.payload], sent: nil)
    else { return .separate }
    switch earlier.merged(with: change) {
    case .separate: return .separate
    case .merged(let merged): return .merged((last.key, payloads.add(try merged.payload())))
    case .nothing: return .nothing(last.key)
    }
  }

  /// Asks the queue for a change with a write.
  private func asking(
    _ write: OutboxWriteWait,
    _ key: UUID? = nil,
    _ wait: (any OutboxWaiting)? = nil,
    _ ask: (inout OutboxQueue, OutboxTime, inout [OutboxCommand]) -> OutboxVerdict
  ) -> OutboxVerdict {
    input { queue, now, commands in
      let verdict = ask(&queue, now, &commands)
      // The write may end before its caller waits.
      if case .accepted(let number) = verdict {
        writes[number] = write
        if let key, let wait { waits[key, default: []].append(wait) }
      }
      return verdict
    }
  }

  /// Asks the queue for a change with a write, again and again while it is busy, and waits for the write.
  ///
  /// - Returns: Whether the queue has accepted it.
  private func perform(
    _ ask: (inout OutboxQueue, OutboxTime, inout [OutboxCommand]) -> OutboxVerdict
  ) async throws(SavedStateError) -> Bool {
    while true {
      if isClosed { throw SavedStateError(.unwritable, "the outbox is closed") }
      let write = OutboxWriteWait()
      switch asking(write, nil, nil, ask) {
      case .accepted:
        try await write.result()
        return true
      case .busy: await writeEnd()
      case .refused: return false
      }
    }
  }

  /// Waits for the end of any write.
  private func writeEnd() async {
    await withTimerContinuation { writeEnds.append($0) }
  }

  private func check<Change: OutboxChange>(_ type: Change.Type) throws(SavedStateError) {
    if isClosed { throw SavedStateError(.unwritable, "the outbox is closed") }
    // Another one would be undecodable after a launch.
    if kinds.contains(type) { return }
    let text = "\(type) isn't among the changes with which the outbox was opened"
    reportIssue("\(text)")
    throw SavedStateError(.declaration, text)
  }

  /// A change as it enters the queue, with a new key.
  func draft(of change: some OutboxChange) throws(SavedStateError) -> OutboxDraft {
    let (payload, key) = (try change.payload(), environment.uuid())
    notes.noteCause(of: key)
    return OutboxDraft(
      key: key,
      name: type(of: change).name,
      lane: change.lane,
      subject: change.subject.map { StableText.of($0) },
      enqueuedAt: environment.unrecordedDate,
      payload: payloads.add(payload),
      rules: change.rules
    )
  }

  // MARK: Decisions

  /// Removes a change that has never been sent, and rolls its patch back.
  ///
  /// - Returns: `false` if an attempt has started, so that the server may have the change, or if the change doesn't exist.
  public func cancel(_ key: UUID) async throws(SavedStateError) -> Bool {
    try await perform { $0.cancel(key, at: $1, &$2) }
  }

  /// Removes a change that needs a decision; another one stays.
  public func discard(_ key: UUID) async throws(SavedStateError) {
    _ = try await perform { $0.discard(key, at: $1, &$2) }
  }

  /// Gives the place of a change to another one with another key, such as one that the user has corrected.
  ///
  /// The server has refused the change, or it has never been sent.
  ///
  /// - Throws: `otherState` if the server may have the change, such as an `unknown` one: under another key, it would be
  ///   applied twice.
  @discardableResult
  public func replace<Change: OutboxChange>(
    _ key: UUID,
    with change: Change
  ) async throws(SavedStateError) -> OutboxTicket<Change> {
    try check(Change.self)
    let draft = try draft(of: change)
    let wait = OutboxWait<Change.Answer>()
    noteClear()
    content.renew(draft.key)
    waits[draft.key] = [wait]
    defer { notes.forgetCause(of: draft.key) }
    do throws(SavedStateError) {
      let payload = payloads[draft.payload]
      let isReplaced = try await perform { queue, now, commands in
        // An earlier attempt may be long ago.
        var draft = draft
        draft.payload = payloads.add(payload)
        return queue.replace(key, with: draft, at: now, &commands)
      }
      guard isReplaced else {
        throw SavedStateError(.otherState, "the server may have the change, or it doesn't exist")
      }
    } catch {
      waits[draft.key] = nil
      content.forget(draft.key)
      throw error
    }
    return OutboxTicket(key: draft.key, wait: wait)
  }

  /// Sends a change soon, or all changes, even if the network seems unavailable.
  ///
  /// Failed changes are queued again at their places, and those that hold others no longer do. A change with an open
  /// outcome is sent under its key, even if the server may have forgotten it.
  public func retryNow(_ key: UUID? = nil) {
    if isClosed { return }
    for view in key.map({ [queue[$0]].compactMap { $0 } }) ?? queue.views()
    where view.state == .unknown {
      sent[view.key] = nil
    }
    input { $0.retryNow(key, at: $1, &$2) }
  }

  /// Starts no attempts until `resume()`; those in flight continue.
  ///
  /// A pause ends with the process.
  public func pause() {
    _ = inspection.endHold()
    if !isClosed { input { $0.pause(at: $1, &$2) } }
  }

  /// Ends a pause, and queues held changes again.
  public func resume() {
    _ = inspection.endHold()
    if !isClosed { input { $0.resume(at: $1, &$2) } }
  }

  /// Removes all changes, such as after a sign-out; attempts in flight are cancelled, and their answers change nothing.
  public func removeAll() async throws(SavedStateError) {
    _ = try await perform { $0.removeAll(at: $1, &$2) }
  }

  // MARK: Waits

  /// Waits until nothing is being sent and nothing can be sent without a decision.
  ///
  /// It doesn't end pauses and holds. A change that waits after an error is sent again, so a drain without a timeout
  /// lasts as long as the server doesn't answer.
  ///
  /// - Parameter timeout: The longest wait.
  /// - Returns: The number of changes that were sent meanwhile, and of those that are left.
  @discardableResult
  public func drain(timeout: Duration? = nil) async -> OutboxSummary {
    let before = queue.doneCount
    let ticker = timeout.map { Ticker(every: max($0, .nanoseconds(1)), on: clock, repeats: false) }
    let isOver = Locked(false)
    var timer: Task<Void, Never>?
    if let ticker {
      timer = ImmediateTask.startDetached { @MainActor [weak self] in
        guard await ticker.next() else { return }
        isOver.withLock { $0 = true }
        self?.endIdleWaits()
      }
    }
    while queue.canSend, !isAbandoned, !isOver.withLock({ $0 }), !Task.isCancelled { await idle() }
    ticker?.stop()
    timer?.cancel()
    return OutboxSummary(
      sent: queue.doneCount - before,
      pending: queue.pendingCount,
      failed: queue.failedCount
    )
  }

  /// Waits until the queue may be idle, or until the caller is cancelled.
  private func idle() async {
    lastIdleWait += 1
    let wait = OutboxIdleWait()
    idleWaits[lastIdleWait] = wait
    await wait.wait()
  }

  func endIdleWaits() {
    let waits = idleWaits
    idleWaits = [:]
    for wait in waits.values { wait.end() }
  }

  /// Notes whether the network is available, until the sequence ends or the caller is cancelled.
  ///
  /// While it isn't, attempts don't start, except for one every 300 seconds.
  ///
  /// - Parameter connectivity: Whether a request can probably reach the server.
  public func follow<Connectivity: AsyncSequence & Sendable>(
    connectivity: Connectivity
  ) async where Connectivity.Element == Bool {
    do {
      for try await isOnline in connectivity { setOnline(isOnline) }
    } catch {
      // An error ends the sequence, too.
    }
    // Without a hint, the outbox tries.
    setOnline(true)
  }

  private func setOnline(_ isOnline: Bool) {
    if isClosed { return }
    let environment = environment
    input { queue, now, commands in
      queue.setOnline(
        isOnline,
        at: now,
        random: {
          var random = environment.random
          return .random(in: 0...1, using: &random)
        },
        &commands
      )
    }
  }

  /// Ends the outbox after the attempts in flight, and gives its folder to others.
  ///
  /// If the caller is cancelled, the attempts are cancelled; they are repeated after the next `open`. The patches no
  /// longer show, and waits for answers throw a `CancellationError`.
  public func close() async {
    if !isClosed {
      isClosed = true
      input { $0.pause(at: $1, &$2) }
    }
    while queue.inFlightCount > 0 || queue.isWriting, !isAbandoned, !Task.isCancelled {
      await idle()
    }
    if isAbandoned { return await closeEnd() }
    isAbandoned = true
    for key in attempts.keys { noteCancellation(of: key) }
    for attempt in attempts.values { attempt.task?.cancel() }
    timer?.ticker.stop()
    timer = nil
    await log.close()
    content.hideAll()
    endWaits()
    endIdleWaits()
    hasClosed = true
    let ends = closeEnds
    closeEnds = []
    for end in ends { end.resume(returning: ()) }
  }

  /// Waits until the folder is for others.
  private func closeEnd() async {
    if !hasClosed { await withTimerContinuation { closeEnds.append($0) } }
  }

  /// Ends the waits for answers that this object will not get.
  private func endWaits() {
    let all = waits
    waits = [:]
    for waits in all.values { for wait in waits { wait.end(.failure(CancellationError())) } }
    let unwritten = writes
    writes = [:]
    for write in unwritten.values {
      write.end(SavedStateError(.unwritable, "the outbox is closed"))
    }
    let ends = writeEnds
    writeEnds = []
    for end in ends { end.resume(returning: ()) }
  }
}
