#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
import Dispatch
import Glibc
import StateEngine
import ViewFeature

/// One run of a test's code on one thread.
///
/// It holds the main actor meanwhile, so there is at most one in the process.
final class Simulation: Sendable {
  struct Job {
    let job: UnownedJob
    let isOfMainActor: Bool

    /// `nil`: the job is an actor's or a timer's.
    var taskID: UInt64? { job.taskID }
  }

  private struct State {
    var schedule: JobSchedule<Job>
    var taskIDs: Set<UInt64> = []
    var wasEnteredByForeignThread = false
    /// Nothing that is added runs any more, except that actors are left.
    var isOver = false
    /// The actors that have been entered since, or that nobody has left.
    var actors: [UnownedJob] = []
    var waits = WaitList()
    /// The waiters for the moment when nothing else can run.
    var settling: [UnsafeContinuation<Void, Never>] = []
    /// The effects of each store that was made inside.
    var effects: [@Sendable () -> [String]] = []
  }

  private let seed: Int?
  private let state: Locked<State>
  private let start: VirtualClock.Start
  private let running = Locked<Job?>(nil)
  private let random: Locked<SeededGenerator>

  private init(seed: Int?, stepLimit: Int) {
    self.seed = seed
    state = Locked(State(schedule: JobSchedule(seed: seed, stepLimit: stepLimit)))
    start = VirtualClock.Start()
    random = Locked(SeededGenerator(seed: seed ?? 0))
  }

  // MARK: - Running

  typealias Body<Success> = Unchecked<() async throws -> Success>

  @MainActor
  static func run<Success: Sendable>(
    seed: Int?,
    stepLimit: Int,
    _ body: Body<Success>
  ) async throws -> Success {
    guard current == nil else { throw SimulationError(.nested, seed: seed) }
    RuntimeHooks.install()
    let simulation = Simulation(seed: seed, stepLimit: stepLimit)
    // Stores are of the main actor, which the simulation holds: those made meanwhile are its own.
    StoreCreation.observer = { effects in
      simulation.state.withLock { $0.effects.append(effects) }
    }
    defer { StoreCreation.observer = nil }
    ObservationTurn.close()
    defer { ObservationTurn.close() }
    return try simulation.run(body)
  }

  private func run<Success: Sendable>(_ body: Body<Success>) throws -> Success {
    enter()
    defer {
      end()
      leave()
    }
    let outcome = LockIsolated<Result<Success, any Error>?>(nil)
    let task = Task(executorPreference: taskExecutor) {
      do {
        outcome.setValue(.success(try await body.value()))
      } catch {
        outcome.setValue(.failure(error))
      }
    }
    do {
      while try runNextJob(timeMoves: outcome.value == nil) {
        // The task that waits for the simulation, not one inside.
        if Task.isCancelled { task.cancel() }
      }
    } catch {
      abandon()
      throw error
    }
    guard let result = outcome.value else {
      abandon()
      throw deadlock
    }
    return try result.get()
  }

  /// The preference of the tasks that are made inside.
  ///
  /// With one, a task that goes from an executor to another comes to the simulation on its way; without
  /// one, the runtime lets it go on where it can. In the order of arrival nothing has to be decided.
  private var taskExecutor: RoutingExecutor? { seed == nil ? nil : .shared }

  /// Whether tasks that are made now are to come to a simulation wherever they go on.
  static var followsTasks: Bool { current?.taskExecutor != nil }

  /// `false`: there is no job.
  private func runNextJob(timeMoves: Bool) throws(SimulationError) -> Bool {
    let (turn, isForeign) = state.withLock { state in
      let turn = state.schedule.takeTurn(timeMoves: timeMoves && state.settling.isEmpty)
      return (turn, state.wasEnteredByForeignThread)
    }
    if isForeign { throw error(.foreignThread) }
    switch turn {
    case .isIdle:
      let settled = state.withLock { $0.settling.popLast() }
      settled?.resume()
      return settled != nil
    case .isOverLimit: throw error(.stepLimit)
    case .run(let next):
      run(next)
      return true
    }
  }

  private func run(_ next: Job) {
    running.withLock { $0 = next }
    defer { running.withLock { $0 = nil } }
    let executor = RoutingExecutor.shared.asUnownedTaskExecutor()
    if next.isOfMainActor {
      let main = SimulatedMainExecutor.shared.asUnownedSerialExecutor()
      next.job.runSynchronously(isolatedTo: main, taskExecutor: executor)
    } else {
      // On the same thread, but for Dispatch not on the main queue, by which code without isolation
      // recognizes the main actor.
      Self.elsewhere.sync { next.job.runSynchronously(on: executor) }
    }
  }

  /// Whether the running job is the main actor's; for code of which the runtime does not know it.
  static var isOnMainActor: Bool {
    current?.running.withLock { $0?.isOfMainActor } == true
  }

  private static let elsewhere = DispatchQueue(label: "StateTesting.Simulation.elsewhere")

  /// Frees the timers of sleeps, also of cancelled ones; a task that still sleeps does not go on.
  ///
  /// An actor that has work keeps it for a job that was dropped, and would never work again: a global one
  /// has a life after the simulation. So this work goes on, up to where it leaves the actor.
  private func end() {
    state.withLock { state in
      state.isOver = true
      state.actors = state.schedule.takeReady().map(\.job).filter(\.isOfActor)
    }
    while let timer = state.withLock({ $0.schedule.takeSleeper() }) { run(timer) }
    for _ in 0..<Self.lastStepLimit {
      guard let actor = state.withLock({ $0.actors.popLast() }) else { break }
      run(Job(job: actor, isOfMainActor: false))
    }
  }

  // Actors may keep each other busy.
  private static let lastStepLimit = 10_000

  private func error(
    _ reason: SimulationError.Reason,
    waiting: [String] = []
  ) -> SimulationError {
    state.withLock { state in
      SimulationError(
        reason,
        seed: seed,
        stepCount: state.schedule.stepCount,
        taskCount: state.taskIDs.count,
        elapsed: state.schedule.now.offset,
        waiting: waiting
      )
    }
  }

  private var deadlock: SimulationError {
    // Outside the lock: a description may look at what is locked itself.
    let (waits, effects) = state.withLock { ($0.waits, $0.effects) }
    return error(.deadlock, waiting: waits.descriptions + effects.flatMap { $0() })
  }

  // MARK: - Waits

  /// A wait that the simulation names if nobody can go on.
  struct Wait {
    fileprivate let simulation: Simulation
    fileprivate let id: WaitList.ID

    func end() {
      simulation.state.withLock { $0.waits.remove(id) }
    }
  }

  /// Notes what is waited for; `nil`: this is no simulation.
  static func beginWait(_ describe: @escaping @Sendable () -> String) -> Wait? {
    guard let current else { return nil }
    return Wait(simulation: current, id: current.state.withLock { $0.waits.add(describe) })
  }

  /// Lets everything run that can run without time passing.
  static func settle() async {
    guard let current else { return }
    await withUnsafeContinuation { continuation in
      current.state.withLock { $0.settling.append(continuation) }
    }
  }

  // MARK: - Jobs

  func add(_ job: UnownedJob, isOfMainActor: Bool) {
    state.withLock { state in
      if state.isOver {
        if job.isOfActor { state.actors.append(job) }
        return
      }
      if let id = job.taskID { state.taskIDs.insert(id) }
      let arrival = arrival(of: job, isOfMainActor: isOfMainActor)
      state.schedule.add(Job(job: job, isOfMainActor: isOfMainActor), arrival)
    }
  }

  func add(_ job: UnownedJob, isOfMainActor: Bool, after delay: Duration) {
    state.withLock { state in
      if state.isOver { return }
      state.schedule.add(
        Job(job: job, isOfMainActor: isOfMainActor),
        isOfMainActor ? .inOrder : .any,
        after: delay
      )
    }
  }

  private func arrival(of job: UnownedJob, isOfMainActor: Bool) -> JobSchedule<Job>.Arrival {
    if isOfMainActor { return .inOrder }
    // A task that leaves its executor is no longer the current one. The main actor is never left at
    // once; an idle actor comes with a job of its own.
    guard
      let running = running.withLock({ $0 }),
      !running.isOfMainActor,
      withUnsafeCurrentTask(body: { $0 == nil }),
      job.taskID == nil || running.taskID == nil || job.taskID == running.taskID
    else { return .any }
    return .goingOn
  }

  /// The time that a clock of the system shows inside.
  func time(of clock: clockid_t) -> timespec? {
    start.time(of: clock, after: state.withLock { $0.schedule.now.offset })
  }

  /// Fills a buffer with random numbers that the seed determines.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    random.withLock { generator in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
  }

  /// Takes a job from a thread that is not the simulation's, if it belongs to it.
  private func takeForeign(_ job: UnownedJob) -> Bool {
    state.withLock { state in
      guard let id = job.taskID, state.taskIDs.contains(id) else { return false }
      state.wasEnteredByForeignThread = true
      return true
    }
  }

  // MARK: - Threads

  private static let running = Locked<Simulation?>(nil)
  private static let abandonedTaskIDs = Locked<Set<UInt64>>([])

  private static let threadKey = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The simulation whose thread this is.
  static var current: Simulation? {
    guard let pointer = pthread_getspecific(threadKey) else { return nil }
    return Unmanaged<Simulation>.fromOpaque(pointer).takeUnretainedValue()
  }

  static var isCurrent: Bool { current != nil }

  /// Takes a job into the simulation to which this thread or the job belongs; `false`: there is none.
  static func accept(_ job: UnownedJob, isOfMainActor: Bool) -> Bool {
    if isAbandoned(job) { return true }
    if let current {
      current.add(job, isOfMainActor: isOfMainActor)
      return true
    }
    return running.withLock { $0 }?.takeForeign(job) == true
  }

  /// Whether a job is of a simulation that failed, and never to be run.
  private static func isAbandoned(_ job: UnownedJob) -> Bool {
    abandonedTaskIDs.withLock { ids in
      guard !ids.isEmpty, let id = job.taskID else { return false }
      return ids.contains(id)
    }
  }

  private func enter() {
    Self.running.withLock { $0 = self }
    pthread_setspecific(Self.threadKey, Unmanaged.passUnretained(self).toOpaque())
  }

  private func leave() {
    pthread_setspecific(Self.threadKey, nil)
    Self.running.withLock { $0 = nil }
  }

  /// Sees to it that what is left never runs, also when another thread resumes it.
  private func abandon() {
    let taskIDs = state.withLock { $0.taskIDs }
    Self.abandonedTaskIDs.withLock { $0.formUnion(taskIDs) }
  }
}
#endif
