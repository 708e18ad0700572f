package import Foundation
package import StateCore

/// The owner of loads: it runs each load of a table in a task that outlives the callers.
///
/// Callers watch a key, or wait for its content. The cancellation of a caller is its own leave, which affects neither
/// the load nor other callers until the turn of the main actor ends. When the owner is deallocated, its loads are
/// cancelled.
@MainActor
package final class Requests<Key: Hashable & Sendable, Content: Sendable> {
  package typealias Table = RequestTable<Key, Content>

  /// A function that loads the content of a key; it is called once per attempt, in a task without the caller's context.
  package typealias Load = @MainActor @Sendable (Key, RequestAttempt) async throws -> Content

  package typealias OnContent =
    @MainActor (
      Key, Content, Duration?, RequestAttempt, inout Table, RequestTime, inout [Table.Command]
    ) -> Content?

  /// The functions that keep content in records outside of an owner.
  package struct Records {
    /// Returns whether the content of a key has a record.
    let hasRecord: @Sendable (Key) -> Bool
    /// Reads the record of a key, if there is one.
    let read: @MainActor @Sendable (Key) async -> RequestRecord<Content>?
    /// Replaces the record of a key.
    let store: @MainActor (Key, RequestRecord<Content>) -> Void

    package init(
      hasRecord: @escaping @Sendable (Key) -> Bool,
      read: @escaping @MainActor @Sendable (Key) async -> RequestRecord<Content>?,
      store: @escaping @MainActor (Key, RequestRecord<Content>) -> Void
    ) {
      self.hasRecord = hasRecord
      self.read = read
      self.store = store
    }
  }

  private enum Wait {
    /// The input hasn't returned yet.
    case asking
    case answered(RequestOutcome<Content>)
    case suspended(TimerContinuation<RequestOutcome<Content>>)
    case calling(@MainActor (RequestOutcome<Content>) -> Void)
  }

  private var table: Table
  private let load: Load
  private let hasName: @MainActor (Key, Content, AnyHashable) -> Bool
  private let policy: @MainActor (Key) -> RetryPolicy
  private let random: @MainActor () -> Double
  private let clock: any Clock<Duration>
  private let time: @Sendable () -> Duration
  private let date: @MainActor () -> Date

  /// The attempts that have begun and neither ended nor been cancelled.
  ///
  /// Each has the names whose content was invalidated meanwhile, with the last caller before the first invalidation.
  private var running: [RequestAttempt: [AnyHashable: RequestCaller]] = [:]
  private var tasks: [RequestAttempt: Task<Void, Never>] = [:]
  private var waits: [RequestCaller: Wait] = [:]
  private var receivers: [RequestCaller: @MainActor (RequestView<Content>?) -> Void] = [:]
  /// Called after each change of an entry.
  package var onPublish: (@MainActor (Key) -> Void)?
  /// Called when an attempt begins, and before the table gets its end.
  package var onAttempt: (@MainActor (RequestAttempt, RequestStage<Key>) -> Void)?
  /// The records of entries outside of this owner.
  package var records: Records? {
    didSet { table.hasRecord = records?.hasRecord }
  }
  /// Called with the answer of an attempt, or with the content of a record and its date, before the table gets it.
  ///
  /// It returns the content for the table, or `nil` if it has ended the entry.
  package var onContent: OnContent?
  /// Called after each input and its commands.
  package var onEnd: (@MainActor () -> Void)?
  /// Called before each input.
  package var onInput: (@MainActor () -> Void)?
  /// The continuations that wait for the end of the turn.
  private var turnWaiters: [TimerContinuation<Void>] = []
  /// Returns the cause of a caller that asks now; `nil` without a journal.
  package var causeOfCaller: (@MainActor () -> (any LoadCause)?)?
  /// The causes of the callers that watch or wait.
  private var causes: [RequestCaller: any LoadCause] = [:]
  private var lastCaller = 0
  private var lastDate = Duration.zero
  private var timer: (time: Duration, ticker: Ticker)?
  /// The commands that an outer call performs.
  private var commands: [Table.Command] = []
  private var isPerforming = false

  /// Creates an owner without entries.
  ///
  /// - Parameters:
  ///   - limits: The limits beyond which unused entries are removed.
  ///   - clock: The clock of pauses, intervals and unused entries.
  ///   - date: The current date, for the age of content; inputs that don't depend on an age don't call it.
  ///   - random: Numbers from 0 to 1 for the jitter of pauses.
  ///   - policy: The policy for failed attempts of a key.
  ///   - cost: The cost of content, if the costs have a limit.
  ///   - hasName: Whether an invalidation of a name reaches loaded content.
  ///   - load: The function that loads the content of a key.
  package init(
    limits: RequestLimits = RequestLimits(),
    clock: any Clock<Duration>,
    date: @escaping @MainActor () -> Date,
    random: @escaping @MainActor () -> Double = { .random(in: 0...1) },
    policy: @escaping @MainActor (Key) -> RetryPolicy = { _ in .never },
    cost: @escaping @Sendable (Key, Content) -> Int = { _, _ in 0 },
    hasName: @escaping @MainActor (Key, Content, AnyHashable) -> Bool = { _, _, _ in false },
    load: @escaping Load
  ) {
    table = Table(limits: limits, cost: cost)
    self.clock = clock
    time = Self.timeSinceNow(of: clock)
    self.date = date
    self.random = random
    self.policy = policy
    self.hasName = hasName
    self.load = load
  }

  deinit {
    for task in tasks.values { task.cancel() }
    timer?.ticker.stop()
  }

  private static func timeSinceNow(of clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  // MARK: Reads

  /// The entry of a key, if there is one.
  package subscript(key: Key) -> RequestView<Content>? { table[key] }

  package var count: Int { table.count }

  /// Returns the entries that were used last, the latest first.
  package func lastEntries(_ count: Int) -> [RequestListing<Key, Content>] {
    let date = Duration.seconds(date().timeIntervalSinceReferenceDate)
    return table.lastEntries(count, at: RequestTime(clock: time(), date: date))
  }

  /// The number of callers that watch or wait.
  package var callerCount: Int { table.callerCount }

  /// Whether the network seems to be available.
  package var isOnline: Bool { table.isOnline }

  /// Whether the app is active.
  package var isActive: Bool { table.isActive }

  /// The number of changes of content without pending changes.
  package var contentCount: Int { table.contentCount }

  /// Returns whether an attempt has neither ended nor been cancelled.
  package func isRunning(_ attempt: RequestAttempt) -> Bool { running[attempt] != nil }

  /// Whether a new caller that waits for the content of a key gets it from the load after the running one.
  package func awaitsNextLoad(_ key: Key) -> Bool { table.awaitsNextLoad(key) }

  /// The content of a key with its confirmed changes only, and the number of its invalidations.
  package func confirmed(_ key: Key) -> (content: Content?, invalidation: Int) {
    table.confirmed(key)
  }

  /// The content of a key without its changes.
  package func base(_ key: Key) -> Content? { table.base(key) }

  /// The content of a key with its changes, without the overlay.
  package func changed(_ key: Key) -> Content? { table.changed(key) }

  /// Returns how long it takes until a time of the entries, such as that of a retry.
  package func duration(until time: Duration) -> Duration { time - self.time() }

  /// The number of the oldest attempt that has neither ended nor been cancelled.
  package var oldestAttempt: Int? { running.keys.lazy.map(\.number).min() }

  /// The number of attempts that have begun and neither ended nor been cancelled.
  package var runningCount: Int { running.count }

  // MARK: Callers

  /// Watches a key until the returned watch is cancelled or deallocated.
  ///
  /// `receive` gets the entry immediately and after each change; `nil` after its removal.
  package func watch(
    _ key: Key,
    _ options: RequestOptions,
    _ receive: @escaping @MainActor (RequestView<Content>?) -> Void
  ) -> RequestWatch {
    let caller = makeCaller()
    change { $0.watch(key, by: caller, options, at: $1, &$2) }
    receivers[caller] = receive
    receive(table[key])
    return RequestWatch(
      cancel: { [weak self] in self?.leave(caller) },
      event: { [weak self] in self?.change { $0.event(of: caller, at: $1, &$2) } }
    )
  }

  /// Returns fresh content, or the content of the load that this call joins or starts.
  ///
  /// - Returns: The content, and whether it is from a load.
  /// - Throws: The error of the last attempt; `CancellationError` if the caller was cancelled, or `RequestRemoval`.
  package func value(
    of key: Key,
    _ options: RequestOptions
  ) async throws -> (content: Content, isLoaded: Bool) {
    try await answer(isDated: true) { $0.wait(for: key, by: $3, options, at: $1, &$2) }
  }

  /// Returns content from an attempt that starts in this turn or later.
  ///
  /// - Throws: The error of the last attempt; `CancellationError` if the caller was cancelled, or `RequestRemoval`.
  package func reload(
    _ key: Key,
    joinsTurn: Bool = true,
    _ options: RequestOptions
  ) async throws -> Content {
    try await answer(isDated: false) {
      $0.reload(key, by: $3, joinsTurn: joinsTurn, options, at: $1, &$2)
    }.content
  }

  /// Asks like `value(of:_:)` or `reload(_:_:)`, and calls `receive` once with the answer.
  package func ask(
    for key: Key,
    _ options: RequestOptions,
    isReload: Bool,
    joinsTurn: Bool = true,
    _ receive: @escaping @MainActor (RequestOutcome<Content>) -> Void
  ) -> RequestCaller {
    let caller = makeCaller()
    waits[caller] = .calling(receive)
    if isReload {
      changeWithoutDate {
        $0.reload(key, by: caller, joinsTurn: joinsTurn, options, at: $1, &$2)
      }
    } else {
      change { $0.wait(for: key, by: caller, options, at: $1, &$2) }
    }
    return caller
  }

  private func answer(
    isDated: Bool,
    _ ask: (inout Table, RequestTime, inout [Table.Command], RequestCaller) -> Void
  ) async throws -> (content: Content, isLoaded: Bool) {
    try CurrentWork.checkCancellation()
    let caller = makeCaller()
    waits[caller] = .asking
    if isDated {
      change { ask(&$0, $1, &$2, caller) }
    } else {
      changeWithoutDate { ask(&$0, $1, &$2, caller) }
    }
    switch await outcome(for: caller) {
    case .content(let content, let isLoaded): return (content, isLoaded)
    case .failure(let error): throw error
    case .removed: throw RequestRemoval()
    case .cancelled: throw CancellationError()
    }
  }

  private func outcome(for caller: RequestCaller) async -> RequestOutcome<Content> {
    if let outcome = takeAnswer(of: caller) { return outcome }
    return await withTimerContinuation { continuation in
      // A cancellation before this has already left.
      if let outcome = takeAnswer(of: caller) {
        continuation.resume(returning: outcome)
      } else {
        waits[caller] = .suspended(continuation)
      }
    } onCancel: { [weak self] in
      MainThread.run { self?.leave(caller) }
    }
  }

  private func takeAnswer(of caller: RequestCaller) -> RequestOutcome<Content>? {
    guard case .answered(let outcome) = waits[caller] else { return nil }
    waits[caller] = nil
    return outcome
  }

  /// Ends the interest of a caller, which gets the answer `cancelled` if it waits.
  package func leave(_ caller: RequestCaller) {
    receivers[caller] = nil
    forgetCause(of: caller)
    changeWithoutDate { $0.leave(caller, at: $1, &$2) }
  }

  /// Waits until the callers that have left in this turn no longer affect their loads.
  package func awaitEndOfTurn() async {
    if table.awaitsEndOfTurn { await withTimerContinuation { turnWaiters.append($0) } }
  }

  private func makeCaller() -> RequestCaller {
    lastCaller += 1
    if let cause = causeOfCaller?() { causes[lastCaller] = cause }
    return lastCaller
  }

  private func forgetCause(of caller: RequestCaller) {
    if !causes.isEmpty { causes[caller] = nil }
  }

  /// Returns the cause of the caller that has asked for a load with a reason, if the reason is a caller.
  package func cause(of reason: RequestReason, for key: Key) -> (any LoadCause)? {
    if causes.isEmpty { return nil }
    return switch reason {
    case .watch: table.watchers(of: key).last.flatMap { causes[$0] }
    case .interval, .event: table.watchers(of: key).first.flatMap { causes[$0] }
    case .value, .reload: table.waiters(of: key).first.flatMap { causes[$0] }
    case .active, .reconnect, .invalidated, .dependency: nil
    }
  }

  /// The number of callers whose cause is known.
  package var causeCount: Int { causes.count }

  // MARK: Inputs

  /// Performs an input of the table and its commands.
  ///
  /// During the commands of another input, the new commands follow them.
  package func change(_ input: (inout Table, RequestTime, inout [Table.Command]) -> Void) {
    lastDate = .seconds(date().timeIntervalSinceReferenceDate)
    changeWithoutDate(input)
  }

  /// Creates an entry with content from before its first caller, whose input follows.
  package func begin(
    _ key: Key,
    with content: Content,
    loadedAt date: Date,
    isInvalidated: Bool,
    _ options: RequestOptions
  ) {
    table.begin(
      key,
      with: content,
      loadedAt: .seconds(date.timeIntervalSinceReferenceDate),
      isInvalidated: isInvalidated,
      options,
      at: RequestTime(clock: time(), date: lastDate)
    )
  }

  /// Performs an input that doesn't depend on an age.
  ///
  /// A journal records each date that an environment returns.
  private func changeWithoutDate(
    _ input: (inout Table, RequestTime, inout [Table.Command]) -> Void
  ) {
    onInput?()
    input(&table, RequestTime(clock: time(), date: lastDate), &commands)
    guard !isPerforming else { return }
    isPerforming = true
    var index = 0
    while index < commands.count {
      perform(commands[index])
      index += 1
    }
    commands.removeAll(keepingCapacity: true)
    isPerforming = false
    onEnd?()
  }

  private func perform(_ command: Table.Command) {
    switch command {
    case .start(let attempt, let key):
      // A later step of the same input may have ended it.
      guard table.isRunning(attempt) else { return }
      onAttempt?(attempt, .started(key))
      start(attempt, key)
    case .read(let attempt, let key): read(attempt, key)
    case .store(let key, let record): records?.store(key, record)
    case .call(let function): function()
    case .cancel(let attempt):
      guard running.removeValue(forKey: attempt) != nil else { return }
      onAttempt?(attempt, .failed(nil))
      tasks.removeValue(forKey: attempt)?.cancel()
    case .wake(let time): setTimer(time)
    case .endTurn: ImmediateTask.detached { @MainActor [weak self] in self?.endTurn() }
    case .resume(let caller, let outcome): resume(caller, outcome)
    case .endWatch(let caller):
      forgetCause(of: caller)
      receivers.removeValue(forKey: caller)?(nil)
    case .publish(let key):
      onPublish?(key)
      let watchers = table.watchers(of: key)
      if watchers.isEmpty { return }
      let view = table[key]
      for caller in watchers { receivers[caller]?(view) }
    }
  }

  private func resume(_ caller: RequestCaller, _ outcome: RequestOutcome<Content>) {
    forgetCause(of: caller)
    switch waits[caller] {
    case .asking: waits[caller] = .answered(outcome)
    case .suspended(let continuation):
      waits[caller] = nil
      continuation.resume(returning: outcome)
    case .calling(let receive):
      waits[caller] = nil
      receive(outcome)
    case .answered, nil: break
    }
  }

  // MARK: Loads

  private func start(_ attempt: RequestAttempt, _ key: Key) {
    running[attempt] = [:]
    let task = ImmediateTask.startDetached { @MainActor [weak self, load] in
      do {
        let answer = try await load(key, attempt)
        guard let self, let names = end(attempt) else { return }
        onAttempt?(attempt, .answered)
        change { table, now, commands in
          guard let content = take(answer, nil, attempt, key, &table, now, &commands)
          else { return }
          // The content that is taken may be without what an invalidation is about.
          table.answer(attempt, content, at: now, &commands) { content in
            names.filter { name, _ in hasName(key, content, name) || hasName(key, answer, name) }
              .values.min()
          }
        }
      } catch {
        guard let self, end(attempt) != nil else { return }
        onAttempt?(attempt, .failed(error))
        let pause = pause(after: error, attempt, key)
        changeWithoutDate { $0.failure(attempt, error, retryAfter: pause, at: $1, &$2) }
      }
    }
    // The task may have ended already.
    if running[attempt] != nil { tasks[attempt] = task }
  }

  private func read(_ attempt: RequestAttempt, _ key: Key) {
    running[attempt] = [:]
    let task = ImmediateTask.startDetached { @MainActor [weak self, records] in
      let record = await records?.read(key)
      guard let self, let names = end(attempt) else { return }
      change { table, now, commands in
        let found = record
        var record = record
        if let found {
          let content = take(
            found.content,
            found.loadedAt,
            attempt,
            key,
            &table,
            now,
            &commands
          )
          if let content { record?.content = content } else { record = nil }
        }
        table.endReading(attempt, record, at: now, &commands) { content in
          // The content that is taken may be without what an invalidation is about.
          names.keys.contains { name in
            hasName(key, content, name) || found.map { hasName(key, $0.content, name) } == true
          }
        }
      }
    }
    // The task may have ended already.
    if running[attempt] != nil { tasks[attempt] = task }
  }

  private func take(
    _ content: Content,
    _ date: Duration?,
    _ attempt: RequestAttempt,
    _ key: Key,
    _ table: inout Table,
    _ now: RequestTime,
    _ commands: inout [Table.Command]
  ) -> Content? {
    guard let onContent else { return content }
    return onContent(key, content, date, attempt, &table, now, &commands)
  }

  /// Notes the end of an attempt.
  ///
  /// - Returns: The names that were invalidated meanwhile; `nil` if the attempt was cancelled before.
  private func end(_ attempt: RequestAttempt) -> [AnyHashable: RequestCaller]? {
    tasks[attempt] = nil
    return running.removeValue(forKey: attempt)
  }

  /// Notes the invalidation of content with a name, which may include the answers of running attempts.
  package func noteInvalidation(of name: AnyHashable) {
    for attempt in running.values.indices where running.values[attempt][name] == nil {
      running.values[attempt][name] = lastCaller
    }
  }

  private func pause(after error: any Error, _ attempt: RequestAttempt, _ key: Key) -> Duration? {
    policy(key).delay(after: error, attempt: attempt.attempt, random: random)
  }

  // MARK: Time

  /// Ends the turn after tasks that it has enqueued have had their first turn, so that they can join a load.
  private func endTurn() {
    ImmediateTask.detached { @MainActor [weak self] in
      guard let self else { return }
      changeWithoutDate { $0.endTurn(at: $1, &$2) }
      let waiters = turnWaiters
      turnWaiters = []
      for waiter in waiters { waiter.resume(returning: ()) }
    }
  }

  /// Sets the timer, unless it fires earlier than needed, which does no harm.
  private func setTimer(_ time: Duration?) {
    if let time, let timer, timer.time <= time { return }
    timer?.ticker.stop()
    timer = nil
    guard let time else { return }
    let ticker = Ticker(every: max(time - self.time(), .nanoseconds(1)), on: clock, repeats: false)
    timer = (time, ticker)
    ImmediateTask.startDetached { @MainActor [weak self] in
      guard await ticker.next() else { return }
      self?.timerFired(ticker)
    }
  }

  private func timerFired(_ ticker: Ticker) {
    guard timer?.ticker === ticker else { return }
    timer = nil
    changeWithoutDate { table, now, commands in
      table.wake(at: now, &commands)
      // A command is only given for another time.
      commands.append(.wake(at: table.nextWake))
    }
  }
}

/// A stage in the life of an attempt.
package enum RequestStage<Key: Sendable>: Sendable {
  case started(Key)
  case answered
  /// The attempt has failed, or was cancelled and has no error.
  case failed((any Error)?)
}

/// The error of callers whose entry was removed while they waited.
package struct RequestRemoval: Error {}

/// A caller's interest in an entry, which ends with the last reference.
@MainActor
package final class RequestWatch {
  private let onCancel: @MainActor @Sendable () -> Void
  private let onEvent: @MainActor @Sendable () -> Void

  fileprivate init(
    cancel: @escaping @MainActor @Sendable () -> Void,
    event: @escaping @MainActor @Sendable () -> Void
  ) {
    onCancel = cancel
    onEvent = event
  }

  deinit {
    MainThread.run(onCancel)
  }

  /// Ends the watch; no content arrives afterward.
  package func cancel() { onCancel() }

  /// Loads the content if it is stale.
  package func noteEvent() { onEvent() }
}
