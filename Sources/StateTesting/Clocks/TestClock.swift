import FeatureTesting
package import StateCore
public import Testing

/// A clock whose time advances only when a test moves it.
///
/// Sleeping tasks wake one by one in the order of their deadlines. If deadlines are equal, they wake in the order in
/// which they started to sleep. Before the next task wakes or the time advances, the following is guaranteed, depending
/// on how the task sleeps:
///
/// - On an actor, through the toolkit or by calling a `TestClock` directly: the task has run on that actor up to its
///   next suspension. If that is another sleep on this clock, the clock knows about the sleep. The same holds for work
///   that waits for a debounce, a throttle, a delay, or an interval of the toolkit, and for a sleep that a time limit
///   cancels.
/// - Through `any Clock` or a generic clock, or outside an actor: the task has returned from `sleep`. It may not have
///   reached the next line yet, and two such tasks may reach theirs in any order.
///
/// For everything else, a test has to wait: with `waitForSleepers(count:)` for the next sleep, or for a task's value
/// when work ends. Between two deadlines, do this in `settle`:
///
/// ```swift
/// await clock.advance(by: .seconds(3)) { await clock.waitForSleepers(count: 1) }
/// ```
public final class TestClock: Clock, Sendable {
  private enum Sleeper {
    /// Resumed with `true` at the deadline, or with `false` if the sleep was cancelled.
    case task(TimerContinuation<Bool>)
    case timer(@Sendable () -> Void)

    func wake() {
      switch self {
      case .task(let continuation): continuation.resume(returning: true)
      case .timer(let fire): fire()
      }
    }

    func cancel() {
      if case .task(let continuation) = self { continuation.resume(returning: false) }
    }
  }

  /// Resumed with `true` when the sleepers exist or the wait was cancelled, or with `false` after the timeout.
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private typealias Table = SleeperTable<Sleeper, Waiter>

  private let table: Locked<Table>

  /// Creates a clock that starts at `now`.
  public init(now: TestInstant = TestInstant()) {
    table = Locked(SleeperTable(now: now))
  }

  /// The time that the test has set.
  public var now: TestInstant { table.withLock { $0.now } }
  /// Zero, because the clock doesn't round durations.
  public var minimumResolution: Duration { .zero }
  /// The number of sleeping tasks.
  ///
  /// A cancelled one is removed before the call that cancels it returns.
  public var sleeperCount: Int { table.withLock { $0.sleeperCount } }

  /// Sleeps until the time reaches `deadline`.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  ///
  /// If the deadline has passed, this returns immediately.
  public nonisolated(nonsending) func sleep(
    until deadline: TestInstant,
    tolerance: Duration? = nil
  ) async throws {
    let wait = Simulation.beginWait { [self] in
      "A sleep on a TestClock: \(Self.times([deadline], now: now))"
    }
    defer { wait?.end() }
    let id = table.withLock { $0.makeID() }
    let isTime = await withTimerContinuation { continuation in
      enter(.task(continuation), id: id, until: deadline)
    } onCancel: {
      table.withLock { $0.remove(sleeper: id) }?.cancel()
    }
    if !isTime { throw CancellationError() }
  }

  /// Sleeps until the time has advanced by `duration`.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    for duration: Duration,
    tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  /// Waits until at least `count` tasks sleep, or until the waiting task is cancelled.
  ///
  /// If they don't sleep within `timeout`, this records an issue at `sourceLocation` that lists the sleeping tasks. A
  /// simulation records the issue immediately if the tasks can never sleep.
  public func waitForSleepers(
    count: Int = 1,
    timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard sleeperCount < count else { return }
    let wait = Simulation.beginWait { [self] in
      "waitForSleepers(count: \(count)) at \(sourceLocation): \(sleeperDescription)"
    }
    defer { wait?.end() }
    let id = table.withLock { $0.makeID() }
    let timer = wait == nil ? startTimer(for: id, timeout) : nil
    defer { timer?.cancel() }
    let hasEnded = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let waits = table.withLock { table in
          !Task.isCancelled && table.add(waiter, id: id, forSleepers: count)
        }
        if !waits { waiter.resume(returning: true) }
      }
    } onCancel: {
      table.withLock { $0.remove(waiter: id) }?.resume(returning: true)
    }
    guard !hasEnded else { return }
    Issue.record(
      """
      waitForSleepers(count: \(count)) timed out after \(timeout.messageText): \(sleeperDescription)
      """,
      sourceLocation: sourceLocation
    )
  }

  /// Ends a wait after `timeout`.
  private func startTimer(for waiter: Int, _ timeout: Duration) -> Task<Void, Never> {
    ImmediateTask.startDetached { @MainActor [self] in
      guard (try? await sleepInMainActorTurns(for: timeout)) != nil else { return }
      table.withLock { $0.remove(waiter: waiter) }?.resume(returning: false)
    }
  }

  private var sleeperDescription: String {
    let (now, deadlines) = table.withLock { ($0.now, $0.deadlines) }
    let sleepers =
      switch deadlines.count {
      case 0: "no task is sleeping"
      case 1: "1 task is sleeping"
      default: "\(deadlines.count) tasks are sleeping"
      }
    return "\(sleepers) on this clock (\(Self.times(deadlines, now: now)))"
  }

  private static func times(_ deadlines: [TestInstant], now: TestInstant) -> String {
    let texts = deadlines.map(\.offset.messageText).joined(separator: ", ")
    let now = "now \(now.offset.messageText)"
    return switch deadlines.count {
    case 0: now
    case 1: "deadline \(texts); \(now)"
    default: "deadlines \(texts); \(now)"
    }
  }

  /// Advances the time by `duration`, from deadline to deadline.
  ///
  /// Tasks that were started earlier get turns to reach their sleep: as many as they need in a simulation, and a few
  /// otherwise. If a test depends on another task's sleep, wait for it with `waitForSleepers`. `settle` runs after each
  /// deadline, before the time advances.
  public func advance(by duration: Duration, settle: () async -> Void = {}) async {
    let instant = now.advanced(by: duration)
    await advance(to: instant, settle: settle)
  }

  /// Advances the time to `instant`, from deadline to deadline.
  ///
  /// An instant in the past changes nothing. Tasks that were started earlier get turns as in `advance(by:settle:)`.
  /// `settle` runs after each deadline, before the time advances.
  public func advance(to instant: TestInstant, settle: () async -> Void = {}) async {
    await letOthersFallAsleep()
    while let deadline = nextDeadline, deadline <= instant {
      await wakeSleepers(at: deadline)
      await settle()
    }
    table.withLock { $0.move(to: instant) }
  }

  /// Advances the time to the next deadline.
  ///
  /// Does nothing if no task sleeps.
  public func runToNext() async {
    await letOthersFallAsleep()
    if let deadline = nextDeadline { await wakeSleepers(at: deadline) }
  }

  /// Advances the time from deadline to deadline until no task sleeps.
  ///
  /// `settle` runs after each deadline. If it waits for the next sleep of work that never ends, this doesn't return
  /// either.
  public func run(settle: () async -> Void = {}) async {
    await letOthersFallAsleep()
    while let deadline = nextDeadline {
      await wakeSleepers(at: deadline)
      await settle()
    }
  }

  private func letOthersFallAsleep() async {
    guard !Simulation.isCurrent else { return await Simulation.settle() }
    for _ in 0..<10 {
      await ImmediateTask.detached { await Task.yield() }.value
      await ImmediateTask.detached { @MainActor in }.value
    }
  }

  private var nextDeadline: TestInstant? { table.withLock { $0.nextDeadline } }

  private func enter(_ sleeper: Sleeper, id: Int, until deadline: TestInstant) {
    // A cancellation before this finds no sleeper to remove; a later one does.
    let (arrival, waiters) = table.withLock { table -> (Table.Arrival?, [Waiter]) in
      if Task.isCancelled { return (nil, []) }
      let arrival = table.add(sleeper, id: id, until: deadline)
      return (arrival, table.takeSatisfiedWaiters())
    }
    switch arrival {
    case .isAsleep: break
    case .isDue: sleeper.wake()
    case nil: sleeper.cancel()
    }
    for waiter in waiters { waiter.resume(returning: true) }
  }

  private func wakeSleepers(at deadline: TestInstant) async {
    table.withLock { $0.move(to: deadline) }
    while let sleeper = table.withLock({ $0.takeDueSleeper() }) {
      let wakeUps = WakeUps()
      WakeUps.$current.withValue(wakeUps) { sleeper.wake() }
      for actor in await wakeUps.haveArrived() { await takeTurn(on: actor) }
    }
  }

  /// Returns after the running or next job of `actor` has ended.
  private func takeTurn(on actor: any Actor) async {
    // A separate task enters the actor even if the caller is on `actor`. If the first simulation of the process starts
    // in the meantime, the running job of the main actor moves to the end of the queue once.
    await ImmediateTask.detached { [self] in await enter(actor) }.value
  }

  private func enter(_ actor: isolated any Actor) {
    // Without a use of the actor, the optimizer may remove the switch to it.
    actor.preconditionIsolated()
  }
}

extension TestClock: CallerIsolatedClock {
  package nonisolated(nonsending) func sleepOnActor(until deadline: TestInstant) async throws {
    try await sleep(until: deadline)
  }
}

extension TestClock: TimerClock {
  package func startTimer(
    after duration: Duration,
    _ fire: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    let (id, isDue, waiters) = table.withLock { table in
      let id = table.makeID()
      let deadline = table.now.advanced(by: duration)
      let arrival = table.add(.timer(fire), id: id, until: deadline)
      return (id, arrival == .isDue, table.takeSatisfiedWaiters())
    }
    if isDue { fire() }
    for waiter in waiters { waiter.resume(returning: true) }
    return ClockTimer { [self] in
      table.withLockReleasing { $0.remove(sleeper: id) }
    }
  }
}
