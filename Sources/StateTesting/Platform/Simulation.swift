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
  }

  private struct State {
    var schedule: JobSchedule<Job>
    var taskIDs: Set<UInt64> = []
    var wasEnteredByForeignThread = false
    /// Nothing that is added runs any more.
    var isOver = false
    var waits = WaitList()
    /// The effects of each store that was made inside.
    var effects: [@Sendable () -> [String]] = []
  }

  private let seed: Int?
  private let state: Locked<State>
  private let start: VirtualClock.Start
  private let isOnMainActor = Locked(false)
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
      endTimers()
      leave()
    }
    let outcome = LockIsolated<Result<Success, any Error>?>(nil)
    let task = Task {
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

  /// `false`: there is no job.
  private func runNextJob(timeMoves: Bool) throws(SimulationError) -> Bool {
    let (turn, isForeign) = state.withLock { state in
      (state.schedule.takeTurn(timeMoves: timeMoves), state.wasEnteredByForeignThread)
    }
    if isForeign { throw error(.foreignThread) }
    switch turn {
    case .isIdle: return false
    case .isOverLimit: throw error(.stepLimit)
    case .run(let next):
      run(next)
      return true
    }
  }

  private func run(_ next: Job) {
    let executor = RoutingExecutor.shared.asUnownedTaskExecutor()
    if next.isOfMainActor {
      let main = SimulatedMainExecutor.shared.asUnownedSerialExecutor()
      isOnMainActor.withLock { $0 = true }
      next.job.runSynchronously(isolatedTo: main, taskExecutor: executor)
      isOnMainActor.withLock { $0 = false }
    } else {
      // On the same thread, but for Dispatch not on the main queue, by which code without isolation
      // recognizes the main actor.
      Self.elsewhere.sync { next.job.runSynchronously(on: executor) }
    }
  }

  /// Whether the running job is the main actor's; for code of which the runtime does not know it.
  static var isOnMainActor: Bool {
    current?.isOnMainActor.withLock { $0 } == true
  }

  private static let elsewhere = DispatchQueue(label: "StateTesting.Simulation.elsewhere")

  /// Frees the timers of sleeps, also of cancelled ones; who is still asleep does not go on.
  private func endTimers() {
    state.withLock { $0.isOver = true }
    while let timer = state.withLock({ $0.schedule.takeSleeper() }) { run(timer) }
  }

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

  // MARK: - Jobs

  func add(_ job: UnownedJob, isOfMainActor: Bool) {
    state.withLock { state in
      if state.isOver { return }
      if let id = job.taskID { state.taskIDs.insert(id) }
      state.schedule.add(Job(job: job, isOfMainActor: isOfMainActor))
    }
  }

  func add(_ job: UnownedJob, isOfMainActor: Bool, after delay: Duration) {
    state.withLock { state in
      if state.isOver { return }
      state.schedule.add(Job(job: job, isOfMainActor: isOfMainActor), after: delay)
    }
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

extension UnownedJob {
  /// A number that no other task of the process has; `nil`: the job is an actor's or a timer's.
  fileprivate var taskID: UInt64? {
    ExecutorJob(self).kind == .task ? StateTesting.taskID(of: self) : nil
  }
}

@_silgen_name("swift_task_getJobTaskId")
private func taskID(of job: UnownedJob) -> UInt64
#endif
