package import StateCore
public import Testing
import ViewFeature

/// A clock whose time stands still until a test moves it.
///
/// Sleepers are woken one by one in the order of their deadlines, and in the order of their arrival
/// where these are equal. The guarantee until the next one is woken, or the time moves on, depends
/// on how the sleeper got here:
///
/// - On an actor, through the toolkit or by calling a `TestClock`: it has run on that actor up to its
///   next suspension. If that is another sleep on this clock, the sleep is seen. The same holds for work
///   that waits for a debounce, a throttle, a delay or an interval of the toolkit, and for a sleep that a
///   time limit cancels.
/// - Through `any Clock` or a generic, or on no actor: it has left `sleep`. It need not have reached the
///   line behind it, and two such sleepers may reach theirs in any order.
///
/// A test waits for everything else that it expects: with `waitForSleepers(count:)` for the next sleep, or a
/// task's value for the end of the work. Between two deadlines `settle` is the place to do so:
///
/// ```swift
/// await clock.advance(by: .seconds(3)) { await clock.waitForSleepers(count: 1) }
/// ```
public final class TestClock: Clock, Sendable {
  private enum Sleeper {
    /// Resumed with whether it is time, or the sleep was cancelled.
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

  /// Resumed with whether the sleepers are there, or the wait was cancelled.
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private typealias Table = SleeperTable<Sleeper, Waiter>

  private let table: Locked<Table>

  /// Makes a clock that stands at `now`.
  public init(now: TestInstant = TestInstant()) {
    table = Locked(SleeperTable(now: now))
  }

  /// The time, to which the test has moved it.
  public var now: TestInstant { table.withLock { $0.now } }
  /// Zero: each duration counts as it is.
  public var minimumResolution: Duration { .zero }
  /// A cancelled sleeper is gone when the call that cancels it returns.
  public var sleeperCount: Int { table.withLock { $0.sleeperCount } }

  /// Sleeps until the time is moved to `deadline`; throws `CancellationError` after a cancel.
  ///
  /// A deadline that has passed returns at once.
  public nonisolated(nonsending) func sleep(
    until deadline: TestInstant,
    tolerance: Duration? = nil
  ) async throws {
    let wait = Simulation.beginWait { [self] in
      "A sleep on a TestClock until \(deadline); its time is \(now)"
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

  /// Sleeps until the time is moved on by `duration`; throws `CancellationError` after a cancel.
  public nonisolated(nonsending) func sleep(
    for duration: Duration,
    tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  /// Waits until at least `count` tasks sleep, or until the waiting task is cancelled.
  ///
  /// When they have not come after `timeout`, an issue at `sourceLocation` names those that are there. A
  /// simulation in which they never come does the same at once.
  public func waitForSleepers(
    count: Int = 1,
    timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard sleeperCount < count else { return }
    let wait = Simulation.beginWait { [self] in
      "waitForSleepers(count: \(count)) at \(sourceLocation); \(sleeperDescription)"
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
      "waitForSleepers(count: \(count)) has waited for \(timeout) in vain; \(sleeperDescription)",
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
    let sleepers = deadlines.map { "until \($0)" }.joined(separator: ", ")
    return "\(deadlines.count) sleep\(sleepers.isEmpty ? "" : " (\(sleepers))"), the time is \(now)"
  }

  /// Moves the time on by `duration`, from deadline to deadline.
  ///
  /// Tasks that were started before get turns to come to their sleep: in a simulation as many as they need,
  /// elsewhere a few. A test that depends on a sleep of another task waits with `waitForSleepers`.
  /// `settle` runs after each deadline, before the time moves on.
  public func advance(by duration: Duration, settle: () async -> Void = {}) async {
    let instant = now.advanced(by: duration)
    await advance(to: instant, settle: settle)
  }

  /// Moves the time on to `instant`, from deadline to deadline.
  ///
  /// An instant that has passed changes nothing. Tasks that were started before get turns as with
  /// `advance(by:settle:)`. `settle` runs after each deadline, before the time
  /// moves on.
  public func advance(to instant: TestInstant, settle: () async -> Void = {}) async {
    await letOthersFallAsleep()
    while let deadline = nextDeadline, deadline <= instant {
      await wakeSleepers(at: deadline)
      await settle()
    }
    table.withLock { $0.move(to: instant) }
  }

  /// Moves the time to the next deadline; without a sleeper, nothing happens.
  public func runToNext() async {
    await letOthersFallAsleep()
    if let deadline = nextDeadline { await wakeSleepers(at: deadline) }
  }

  /// Moves the time from deadline to deadline until nobody sleeps.
  ///
  /// `settle` runs after each deadline. If it waits for the next sleep of work that never ends, this
  /// does not end either.
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
    // A cancellation before this finds no sleeper to remove, one after it does.
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

  /// Returns after the job of `actor` that is running or comes next has given it up.
  private func takeTurn(on actor: any Actor) async {
    // In a task of its own, which goes there even from `actor`. Where the first simulation of the process
    // begins meanwhile, the running job of the main actor goes to the end of its queue once.
    await ImmediateTask.detached { [self] in await enter(actor) }.value
  }

  private func enter(_ actor: isolated any Actor) {
    // Without a use of the actor the optimizer may leave out the way there.
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
