import Foundation
import StateCore
import StatePersistence
import StateQueries

/// What the outbox does for its queue.
extension Outbox {
  /// Gives an input to the queue, and performs its commands.
  ///
  /// During the commands of another input, they follow those.
  @discardableResult
  func input<Result>(
    _ body: (inout OutboxQueue, OutboxTime, inout [OutboxCommand]) -> Result
  ) -> Result {
    noteClear()
    var new: [OutboxCommand] = []
    let result = body(&queue, now, &new)
    commands += new
    performCommands()
    return result
  }

  private func performCommands() {
    guard !isPerforming else { return }
    isPerforming = true
    var position = 0
    while position < commands.count {
      perform(commands[position])
      position += 1
      // Observers of the content may add commands.
      if position == commands.count { flushContent() }
    }
    commands = []
    endings = [:]
    isPerforming = false
    publish()
    tidy()
    let isIdle = queue.inFlightCount == 0 && !queue.isWriting
    if isIdle || !queue.canSend {
      endIdleWaits()
    }
  }

  private func perform(_ command: OutboxCommand) {
    switch command {
    case .start, .commit, .report: flushContent()
    default: break
    }
    note(command)
    switch command {
    case .write(let record, let write): self.write(record, write)
    case .start(let key, let attempt, let payload): start(key, attempt, payload)
    case .cancel(let key, let attempt): cancel(key, attempt)
    case .wake(let time): setTimer(time)
    case .resume(let key, let outcome): resume(key, outcome)
    case .show(let key, let payload): show(key, payload)
    case .hide(let key): content.hide(key)
    case .commit(let key, let way): commit(key, way)
    case .replaced(let key, let new):
      if let waits = waits.removeValue(forKey: key) { self.waits[new, default: []] += waits }
    // This outbox has the log until it is closed.
    case .acquireLease: input { $0.gainLease(at: $1, &$2) }
    case .releaseLease: break
    case .report(let key): if let view = queue[key] { onReport(.failed(item(view))) }
    case .publish(let key, let subject):
      changedKeys.insert(key)
      if let subject { changedSubjects.insert(subject) }
    }
  }

  // MARK: Records

  private func write(_ record: OutboxRecord, _ write: OutboxWrite?) {
    var records: [[UInt8]] = []
    var sent = OutboxSent()
    var isSynced = write != nil
    switch record {
    case .started(let key, let attempt, _):
      // Before the first attempt, only another version may have tried to decode the change.
      let known = attempt > 1 ? self.sent[key] : nil
      sent =
        known
        ?? OutboxSent(
          version: kinds.version(of: queue[key]?.name ?? ""),
          aliases: aliases.lastNumber
        )
      starting[key] = sent
    case .done(let key):
      // An alias and the end of its change are one write.
      if let aliases = endings[key]?.aliases, !aliases.isEmpty {
        records.append(OutboxEntry.aliases(aliases).bytes(payloads))
      }
    // Without it, the start that is on disk would count as an attempt after a power loss.
    case .failed(let key, .expired, _): isSynced = starting.removeValue(forKey: key) != nil
    default: break
    }
    records += originRecords(of: record)
    records.append(OutboxEntry.fact(record, sent: sent).bytes(payloads))
    append(records, write, isSynced: isSynced, removesAll: record == .removedAll)
  }

  private func append(
    _ records: [[UInt8]],
    _ write: OutboxWrite?,
    isSynced: Bool,
    removesAll: Bool
  ) {
    let all = unwritten + records
    unwritten = []
    log.append(all, isSynced: isSynced) { [weak self] error in
      MainThread.run {
        let isRemoval = removesAll && error == nil
        if isRemoval { self?.aliases = OutboxAliases() }
        self?.hasWritten(all, own: records.count, write, error)
        if isRemoval { self?.releaseLog() }
      }
    }
  }

  /// Gives up the owner of the log after a removal of all changes.
  private func releaseLog() {
    guard queue.count == 0, !queue.isWriting, unwritten.isEmpty else { return }
    log.erase { [weak self] error in
      guard let error else { return }
      MainThread.run { self?.onReport(.damaged(error)) }
    }
  }

  private func hasWritten(
    _ records: [[UInt8]],
    own: Int,
    _ write: OutboxWrite?,
    _ error: SavedStateError?
  ) {
    if let error {
      if !hasReportedFailure { onReport(.damaged(error)) }
      hasReportedFailure = true
      // What isn't synced is written with the next records.
      unwritten += write == nil ? records : records.dropLast(own)
    } else {
      hasReportedFailure = false
    }
    guard let write else { return }
    noteEnd(of: write, isStored: error == nil)
    input { queue, now, commands in
      if error == nil {
        queue.stored(write, at: now, &commands)
      } else {
        queue.notStored(write, at: now, &commands)
      }
    }
    writes.removeValue(forKey: write)?.end(error)
    let ends = writeEnds
    writeEnds = []
    for end in ends { end.resume(returning: ()) }
  }

  // MARK: Content

  private func show(_ key: UUID, _ payload: Int) {
    guard let view = queue[key],
      let (change, _) = try? kinds.change(view.name, payloads[payload], sent: nil)
    else { return }
    content.show(change, key)
  }

  func flushContent() {
    notes.write { content.flush(place, last: queue.lastNumber) }
  }

  private func commit(_ key: UUID, _ way: OutboxCommit) {
    let ending = endings[key]
    let answer = way == .answer ? try? ending?.result.get() : nil
    notes.write(of: key) {
      content.commit(
        key,
        ending?.change,
        answer,
        place,
        last: queue.lastNumber,
        sentAt: ending?.sentAt
      )
    }
  }

  /// Notes a clear of the cache before the queue changes.
  func noteClear() {
    if content.missesClear { content.noteClear(place, last: queue.lastNumber) }
  }

  /// The place of a change in the present queue, which a copy would double.
  var place: (UUID) -> Int? { { [unowned self] in queue.place(of: $0) } }

  private func resume(_ key: UUID, _ outcome: OutboxOutcome) {
    guard let waits = waits.removeValue(forKey: key) else { return }
    let result = result(key, outcome)
    for wait in waits { wait.end(result) }
  }

  private func result(_ key: UUID, _ outcome: OutboxOutcome) -> Result<any Sendable, any Error> {
    func failure(_ code: OutboxError.Code) -> Result<any Sendable, any Error> {
      .failure(OutboxError(code: code, key: key))
    }
    return switch outcome {
    case .settled, .failure: endings[key]?.result ?? failure(.unknownOutcome)
    case .cancelled, .notStored: failure(.cancelled)
    case .discarded: failure(.discarded)
    case .expired: failure(.expired)
    case .unknownOutcome: failure(.unknownOutcome)
    case .undecodable: failure(.undecodable)
    }
  }

  // MARK: Attempts

  private func start(_ key: UUID, _ attempt: Int, _ payload: Int) {
    guard let view = queue[key], !isAbandoned else { return }
    let sent = starting.removeValue(forKey: key) ?? OutboxSent()
    let change: any OutboxChange
    do throws(SavedStateError) {
      let version = attempt > 1 ? sent.version : nil
      let decoded = try kinds.change(view.name, payloads[payload], sent: version)
      if decoded.isChanged {
        return input { $0.ended(key, attempt: attempt, .unknown, at: $1, &$2) }
      }
      change = decoded.change
    } catch {
      let text = "\(error)"
      return input {
        $0.ended(key, attempt: attempt, .undecodable(failure: text), at: $1, &$2)
      }
    }
    self.sent[key] = sent
    let ids = OutboxKnownIDs(aliases: aliases, last: sent.aliases)
    let context = MutationContext(key: key, environment: environment, addition: ids)
    noteStart(of: key, attempt)
    attempts[key] = OutboxAttempt(number: attempt, sentAt: content.send(key))
    let failure = inspection.takeFailure()
    let task = ImmediateTask.startDetached { @MainActor [weak self, environment] in
      let result: Result<any Sendable, any Error> =
        if let failure { .failure(failure) } else {
          await StoreEnvironment.with(environment) { await change.result(in: context) }
        }
      self?.attemptEnded(key, attempt, change, result)
    }
    // It may have ended already.
    if attempts[key]?.number == attempt { attempts[key]?.task = task }
  }

  private func cancel(_ key: UUID, _ attempt: Int) {
    guard attempts[key]?.number == attempt else { return }
    attempts[key]?.isCancelled = true
    attempts[key]?.task?.cancel()
  }

  private func attemptEnded(
    _ key: UUID,
    _ attempt: Int,
    _ change: any OutboxChange,
    _ result: Result<any Sendable, any Error>
  ) {
    let ended = attempts.removeValue(forKey: key)
    let isCancelled = ended?.isCancelled ?? false
    if isAbandoned { return }
    var known: [NumberedAlias] = []
    // The ids of a change that the app has removed may be those of another user.
    if case .success(let answer) = result, queue[key] != nil, !isCancelled {
      known = aliases.add(change.knownAliases(in: answer))
      // This change isn't sent again.
      aliases.trim { sent.reduce(0) { $1.key == key ? $0 : max($0, $1.value.aliases) } }
    }
    endings[key] = OutboxEnding(
      change: change,
      result: result,
      aliases: known,
      sentAt: ended?.sentAt
    )
    let end = end(of: change, key, attempt, result, isCancelled: isCancelled)
    if end.isRefusal { content.noteRefusal(key) }
    if end == .interrupted { noteCancellation(of: key) }
    input { $0.ended(key, attempt: attempt, end, at: $1, &$2) }
  }

  private func end(
    of change: any OutboxChange,
    _ key: UUID,
    _ attempt: Int,
    _ result: Result<any Sendable, any Error>,
    isCancelled: Bool
  ) -> OutboxEnd {
    // The app has removed all changes meanwhile.
    if isCancelled, queue.removal != nil { return .interrupted }
    guard case .failure(let error) = result else { return .answer }
    if isCancelled { return .interrupted }
    let failure = note(error, of: key)
    if error is CancellationError || error is TimeoutError {
      return retry(change, attempt, failure)
    }
    switch change.anyResolution(of: error, attempt: attempt) {
    case .retry: return retry(change, attempt, failure)
    case .replace(let new):
      do throws(SavedStateError) { return .replace(try draft(of: new)) } catch {
        return .reject(failure: "\(error)")
      }
    case .reject: return .reject(failure: failure)
    case .holdLane: return .holdLane(failure: failure)
    case .holdAll: return .holdAll(failure: failure)
    case .applied: return .applied
    }
  }

  private func retry(_ change: any OutboxChange, _ attempt: Int, _ failure: String) -> OutboxEnd {
    var random = environment.random
    let pause = change.pause(after: attempt, random: .random(in: 0...1, using: &random))
    return .retry(after: pause, failure: failure)
  }

  // MARK: Time

  private func setTimer(_ time: Duration?) {
    timer?.ticker.stop()
    timer = nil
    guard let time else { return }
    let ticker = Ticker(every: max(time - now.clock, .nanoseconds(1)), on: clock, repeats: false)
    timer = (time, ticker)
    ImmediateTask.startDetached { @MainActor [weak self] in
      guard await ticker.next() else { return }
      self?.timerFired(ticker)
    }
  }

  private func timerFired(_ ticker: Ticker) {
    guard timer?.ticker === ticker else { return }
    timer = nil
    input { queue, now, commands in
      queue.pass(at: now, &commands)
      // A command is only given for another time.
      commands.append(.wake(at: queue.nextWake))
    }
  }
}
