#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import Dispatch
import FeatureStore
import FeatureTesting
import StateCore

/// A run of a test's code on one thread.
///
/// It occupies the main actor, so a process runs at most one simulation at a time.
final class Simulation: Sendable {
  struct Job {
    let job: UnownedJob
    let isOfMainActor: Bool
    /// The job's task; `nil` if the job belongs to an actor or a timer.
    ///
    /// This is stored, because the task may be deallocated while its job runs.
    let taskID: UInt64?
    /// The task that the job belongs to, or the task whose job enqueued it.
    var owner: UInt64?

    init(job: UnownedJob, isOfMainActor: Bool, owner: UInt64? = nil) {
      self.job = job
      self.isOfMainActor = isOfMainActor
      self.owner = owner
      taskID = job.taskID
    }
  }

  struct State {
    var schedule: JobSchedule<Job>
    var tasks = SimulatedTasks()
    /// The addresses of the jobs of actors that were entered inside the simulation.
    var actorJobs: Set<Int> = []
    var wasEnteredByForeignThread = false
    /// The time at which the simulation ran out of jobs.
    var idleSince: ContinuousClock.Instant?
    /// Whether the simulation is over: added jobs no longer run, except to leave actors.
    var isOver = false
    /// The actors that have been entered since, or that haven't been left.
    var actors: [UnownedJob] = []
    var waits = WaitList()
    /// The continuations to resume when nothing else can run.
    var settling: [UnsafeContinuation<Void, Never>] = []
    /// The timeouts of tests.
    ///
    /// Their time passes when nothing else can run or wake up.
    var timeouts = TimeoutList<UnsafeContinuation<Bool, Never>>()
    /// The effects of each store created inside the simulation.
    var effects: [@Sendable () -> [String]] = []
  }

  let seed: Int?
  let state: Locked<State>
  let start = SimulationRuntime.Start()
  private let patience = Simulation.patience
  private let arrivals = DispatchSemaphore(value: 0)
  private let running = Locked<Job?>(nil)
  private let random: Locked<SeededGenerator>

  private init(seed: Int?, stepLimit: Int) {
    self.seed = seed
    state = Locked(State(schedule: JobSchedule(seed: seed, stepLimit: stepLimit)))
    random = Locked(SeededGenerator(seed: seed ?? 0))
  }

  // MARK: Execution

  typealias Body<Success> = Unchecked<() async throws -> Success>

  @MainActor
  static func run<Success: Sendable>(
    seed: Int?,
    stepLimit: Int,
    _ body: Body<Success>
  ) async throws -> Success {
    guard current == nil else { throw SimulationError(.nested, seed: seed) }
    guard SimulationRuntime.isUsable else { return try await runOutside(body) }
    let simulation = Simulation(seed: seed, stepLimit: stepLimit)
    // The simulation occupies the main actor, which isolates stores, so all stores created in the meantime belong to
    // it.
    StoreCreation.observer = { effects in
      simulation.state.withLock { $0.effects.append(effects) }
    }
    ThreadOwner.setFind { current.map { ObjectIdentifier($0) } }
    if SimulationRuntime.isTimeVirtual { Standstill.wait = waitForStandstill }
    defer {
      StoreCreation.observer = nil
      Standstill.wait = nil
    }
    ObservationTurn.close()
    defer { ObservationTurn.close() }
    return try PendingReactions.withoutOthers { try simulation.run(body) }
  }

  /// The rest of `run` if the runtime doesn't support simulations.
  @MainActor
  private static func runOutside<Success: Sendable>(
    _ body: Body<Success>
  ) async throws -> Success {
    GlobalExecutorHook.beginUse()
    defer { GlobalExecutorHook.endUse() }
    return try await body.value()
  }

  /// Whether an empty simulation sees its only task.
  @MainActor
  static func seesItsTasks() -> Bool {
    let simulation = Simulation(seed: nil, stepLimit: 10)
    try? simulation.run(Unchecked {})
    return simulation.state.withLock { $0.schedule.stepCount } > 0
  }

  private func run<Success: Sendable>(_ body: Body<Success>) throws -> Success {
    enter()
    defer {
      end()
      leave()
    }
    let outcome = LockIsolated<Result<Success, any Error>?>(nil)
    let task = SimulationRuntime.makeTask(isFollowed: seed != nil) {
      do {
        outcome.setValue(.success(try await body.value()))
      } catch {
        outcome.setValue(.failure(error))
      }
    }
    do {
      while true {
        let bodyRuns = outcome.value == nil
        guard
          try runNextJob(timeMoves: bodyRuns) || (bodyRuns && (endTimeout() || othersAreAwaited()))
        else { break }
        // This is the task that waits for the simulation, not one inside it.
        if Task.isCancelled { task.cancel() }
      }
    } catch {
      abandon()
      throw error
    }
    guard let result = outcome.value else {
      abandon()
      throw errorWithWaits(.deadlock)
    }
    return try result.get()
  }

  /// Whether tasks that are created now pass through the simulation when they continue.
  ///
  /// Otherwise, the runtime continues them immediately if possible. If jobs run in the order of arrival, the simulation
  /// has nothing to decide.
  static var followsTasks: Bool { current.map { $0.seed != nil } ?? false }

  /// Runs the next job.
  ///
  /// Returns `false` if no job is ready and none arrives.
  private func runNextJob(timeMoves: Bool) throws(SimulationError) -> Bool {
    let (turn, isForeign) = state.withLock { state in
      let turn = state.schedule.takeTurn(timeMoves: timeMoves && state.settling.isEmpty)
      if case .run = turn { state.idleSince = nil }
      return (turn, state.wasEnteredByForeignThread)
    }
    if isForeign { throw error(.foreignThread) }
    switch turn {
    case .isIdle:
      if waitsForArrival(atMost: .milliseconds(2)) { return true }
      let settled = state.withLock { $0.settling.popLast() }
      settled?.resume()
      return settled != nil
    case .isOverLimit: throw errorWithWaits(.stepLimit)
    case .run(let next):
      run(next)
      return true
    }
  }

  /// Waits for jobs of other threads, if the system implements sleep and wakes tasks from there.
  ///
  /// Returns `false` if no other thread is awaited, or if no job has arrived for too long.
  private func othersAreAwaited() -> Bool {
    guard !SimulationRuntime.isTimeVirtual else { return false }
    let now = ContinuousClock.now
    let idleSince = state.withLock { state in
      state.idleSince = state.idleSince ?? now
      return state.idleSince ?? now
    }
    return waitsForArrival(atMost: .milliseconds(50)) || now - idleSince < patience
  }

  /// The time to wait for jobs of other threads.
  @TaskLocal static var patience = Duration.seconds(10)

  private func waitsForArrival(atMost interval: DispatchTimeInterval) -> Bool {
    guard !SimulationRuntime.isTimeVirtual else { return false }
    return arrivals.wait(timeout: .now() + interval) == .success
  }

  private func run(_ next: Job) {
    running.withLock { $0 = next }
    defer { running.withLock { $0 = nil } }
    if next.isOfMainActor {
      SimulationRuntime.run(next.job, isOfMainActor: true)
    } else {
      // The job runs on the same thread, but according to Dispatch not on the main queue, which identifies the main
      // actor for code without isolation.
      Self.elsewhere.sync { SimulationRuntime.run(next.job, isOfMainActor: false) }
    }
  }

  /// Whether the running job is the main actor's, for code that the runtime doesn't know to be isolated.
  static var isOnMainActor: Bool {
    current?.running.withLock { $0?.isOfMainActor } == true
  }

  private static let elsewhere = DispatchQueue(label: "StateTesting.Simulation.elsewhere")

  /// Frees the timers of sleeps, including cancelled ones.
  ///
  /// A task that is still sleeping doesn't continue.
  ///
  /// An actor with work reserves it for a job that was dropped, and would never run again. Because a global actor
  /// outlives the simulation, this work continues until it leaves the actor.
  private func end() {
    state.withLock { state in
      state.isOver = true
      state.actors = state.schedule.takeReady().map(\.job).filter(\.isOfActor)
    }
    let tasks = state.withLock { $0.tasks.own }
    Self.earlierTasks.withLock { $0.add(tasks) }
    while let timer = state.withLock({ $0.schedule.takeSleeper() }) { run(timer) }
    for _ in 0..<Self.lastStepLimit {
      guard let actor = state.withLock({ $0.actors.popLast() }) else { break }
      run(Job(job: actor, isOfMainActor: false))
    }
  }

  // Actors may keep each other busy, so the number of steps is limited.
  private static let lastStepLimit = 10_000

  // MARK: Jobs

  /// Adds a job of this thread.
  ///
  /// Returns `false` if the job's task was created outside: it continues there.
  private func add(_ job: UnownedJob, isOfMainActor: Bool) -> Bool {
    state.withLock { state in
      let taskID = job.taskID
      if let taskID, state.tasks.isForeign(taskID),
        !Self.earlierTasks.withLock({ $0.contains(taskID) })
      {
        return false
      }
      if state.isOver {
        if job.isOfActor { state.actors.append(job) }
        return true
      }
      if let taskID {
        state.tasks.insert(taskID)
      } else if !SimulationRuntime.isTimeVirtual, job.isOfActor {
        state.actorJobs.insert(job.address)
      }
      guard state.schedule.isSeeded else {
        state.schedule.add(Job(job: job, isOfMainActor: isOfMainActor))
        return true
      }
      let arrival = arrival(of: job, isOfMainActor: isOfMainActor)
      let owner = taskID ?? running.withLock { $0?.owner }
      let new = Job(job: job, isOfMainActor: isOfMainActor, owner: owner)
      state.schedule.add(new, arrival, owner: owner)
      return true
    }
  }

  func add(_ job: UnownedJob, isOfMainActor: Bool, after delay: Duration) {
    state.withLock { state in
      if state.isOver { return }
      state.schedule.add(Job(job: job, isOfMainActor: isOfMainActor), after: delay)
    }
  }

  private func arrival(of job: UnownedJob, isOfMainActor: Bool) -> JobSchedule<Job>.Arrival {
    if isOfMainActor { return .inOrder }
    // A task that leaves its executor is no longer the current one. A task never leaves the main actor immediately. An
    // idle actor arrives with a separate job.
    guard
      let running = running.withLock({ $0 }),
      !running.isOfMainActor,
      withUnsafeCurrentTask(body: { $0 == nil }),
      job.taskID == nil || running.taskID == nil || job.taskID == running.taskID
    else { return .any }
    return .goingOn
  }

  /// The elapsed virtual time.
  var elapsed: Duration { state.withLock { $0.schedule.now.offset } }

  /// Fills a buffer with random numbers determined by the seed.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    random.withLock { generator in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
  }

  /// Accepts a job from another thread, if it belongs to this simulation.
  private func takeForeign(_ job: UnownedJob, isOfMainActor: Bool) -> Bool {
    let belongsHere = state.withLock { state in
      guard !state.isOver else { return false }
      if let id = job.taskID {
        guard state.tasks.own.contains(id) else {
          state.tasks.noteForeign(id)
          return false
        }
      } else {
        // A task that sleeps on an actor returns with the actor's job.
        guard !SimulationRuntime.isTimeVirtual, job.isOfActor,
          state.actorJobs.contains(job.address)
        else { return false }
      }
      if SimulationRuntime.isTimeVirtual {
        state.wasEnteredByForeignThread = true
      } else {
        let job = Job(job: job, isOfMainActor: isOfMainActor)
        state.schedule.add(job, isOfMainActor ? .inOrder : .any)
      }
      return true
    }
    if belongsHere { arrivals.signal() }
    return belongsHere
  }

  // MARK: Threads

  private static let running = Locked<Simulation?>(nil)
  private static let earlierTasks = Locked(EarlierTasks())
  private static let abandonedTaskIDs = Locked<Set<UInt64>>([])

  /// The simulation that runs on this thread.
  static var current: Simulation? { SimulationThread.simulation }

  static var isCurrent: Bool { current != nil }

  /// Adds a job to the simulation that this thread or the job belongs to.
  ///
  /// Returns `false` if neither belongs to a simulation.
  static func accept(_ job: UnownedJob, isOfMainActor: Bool) -> Bool {
    if isAbandoned(job) { return true }
    if let current { return current.add(job, isOfMainActor: isOfMainActor) }
    return running.withLock { $0 }?.takeForeign(job, isOfMainActor: isOfMainActor) == true
  }

  /// Whether a job belongs to a failed simulation and must never run.
  private static func isAbandoned(_ job: UnownedJob) -> Bool {
    abandonedTaskIDs.withLock { ids in
      guard !ids.isEmpty, let id = job.taskID else { return false }
      return ids.contains(id)
    }
  }

  private func enter() {
    Self.running.withLock { $0 = self }
    SimulationThread.set(self)
  }

  private func leave() {
    SimulationThread.set(nil)
    Self.running.withLock { $0 = nil }
  }

  /// Prevents the remaining jobs from ever running, even if another thread resumes one.
  private func abandon() {
    let taskIDs = state.withLock { $0.tasks.own }
    Self.abandonedTaskIDs.withLock { $0.formUnion(taskIDs) }
  }
}

extension UnownedJob {
  /// The address of the job.
  ///
  /// An actor's job has the same address during the actor's lifetime.
  fileprivate var address: Int { unsafeBitCast(self, to: Int.self) }
}
#endif
