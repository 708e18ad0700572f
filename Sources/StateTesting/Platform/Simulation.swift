#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import Dispatch
import StateCore
import ViewFeature

/// One run of a test's code on one thread.
///
/// It holds the main actor meanwhile, so there is at most one in the process.
final class Simulation: Sendable {
  struct Job {
    let job: UnownedJob
    let isOfMainActor: Bool
    /// The task that the job is of, or the one whose job has brought it.
    var owner: UInt64?

    /// `nil`: the job is an actor's or a timer's.
    var taskID: UInt64? { job.taskID }
  }

  struct State {
    var schedule: JobSchedule<Job>
    var taskIDs: Set<UInt64> = []
    /// Where the jobs of actors are that were entered inside.
    var actorJobs: Set<Int> = []
    var wasEnteredByForeignThread = false
    /// When the last job was there, while there is none.
    var idleSince: ContinuousClock.Instant?
    /// Nothing that is added runs any more, except that actors are left.
    var isOver = false
    /// The actors that have been entered since, or that nobody has left.
    var actors: [UnownedJob] = []
    var waits = WaitList()
    /// The waiters for the moment in which nothing else can run.
    var settling: [UnsafeContinuation<Void, Never>] = []
    /// The timeouts of tests, whose time passes when nothing else can run or wake up.
    var timeouts = TimeoutList<UnsafeContinuation<Bool, Never>>()
    /// The effects of each store that was made inside.
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

  // MARK: - Running

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
    // Stores are of the main actor, which the simulation holds: those made meanwhile are its own.
    StoreCreation.observer = { effects in
      simulation.state.withLock { $0.effects.append(effects) }
    }
    if SimulationRuntime.isTimeVirtual { Standstill.wait = waitForStandstill }
    defer {
      StoreCreation.observer = nil
      Standstill.wait = nil
    }
    ObservationTurn.close()
    defer { ObservationTurn.close() }
    return try simulation.run(body)
  }

  /// The rest of `run` where the runtime has no way to a simulation.
  @MainActor
  private static func runOutside<Success: Sendable>(
    _ body: Body<Success>
  ) async throws -> Success {
    GlobalExecutorHook.beginUse()
    defer { GlobalExecutorHook.endUse() }
    return try await body.value()
  }

  /// Whether a simulation of nothing sees its only task.
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
        // The task that waits for the simulation, not one inside.
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

  /// Whether tasks that are made now are to come to a simulation wherever they go on.
  ///
  /// Where they do not, the runtime lets them go on at once where it can. In the order of arrival nothing
  /// has to be decided.
  static var followsTasks: Bool { current.map { $0.seed != nil } ?? false }

  /// `false`: there is no job.
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

  /// Where the system lets sleepers wait and wakes them, jobs come from other threads.
  ///
  /// `false`: there is nobody to wait for, or nothing has come for too long.
  private func othersAreAwaited() -> Bool {
    guard !SimulationRuntime.isTimeVirtual else { return false }
    let now = ContinuousClock.now
    let idleSince = state.withLock { state in
      state.idleSince = state.idleSince ?? now
      return state.idleSince ?? now
    }
    return waitsForArrival(atMost: .milliseconds(50)) || now - idleSince < patience
  }

  /// How long jobs of other threads are waited for.
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
      // On the same thread, but for Dispatch not on the main queue, by which code without isolation
      // recognizes the main actor.
      Self.elsewhere.sync { SimulationRuntime.run(next.job, isOfMainActor: false) }
    }
  }

  /// Whether the running job is the main actor's; for code of which the runtime does not know it.
  static var isOnMainActor: Bool {
    current?.running.withLock { $0?.isOfMainActor } == true
  }

  private static let elsewhere = DispatchQueue(label: "StateTesting.Simulation.elsewhere")

  /// Frees the timers of sleeps, also of cancelled ones; a task that is still asleep does not go on.
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

  // MARK: - Jobs

  func add(_ job: UnownedJob, isOfMainActor: Bool) {
    state.withLock { state in
      if state.isOver {
        if job.isOfActor { state.actors.append(job) }
        return
      }
      if let id = job.taskID {
        state.taskIDs.insert(id)
      } else if !SimulationRuntime.isTimeVirtual, job.isOfActor {
        state.actorJobs.insert(job.address)
      }
      guard state.schedule.isSeeded else {
        return state.schedule.add(Job(job: job, isOfMainActor: isOfMainActor))
      }
      let arrival = arrival(of: job, isOfMainActor: isOfMainActor)
      let owner = job.taskID ?? running.withLock { $0?.owner }
      let new = Job(job: job, isOfMainActor: isOfMainActor, owner: owner)
      state.schedule.add(new, arrival, owner: owner)
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

  /// The virtual time that has passed.
  var elapsed: Duration { state.withLock { $0.schedule.now.offset } }

  /// Fills a buffer with random numbers that the seed determines.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    random.withLock { generator in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
  }

  /// Takes a job from a thread that is not the simulation's, if it belongs to it.
  private func takeForeign(_ job: UnownedJob, isOfMainActor: Bool) -> Bool {
    let belongsHere = state.withLock { state in
      guard !state.isOver else { return false }
      if let id = job.taskID {
        guard state.taskIDs.contains(id) else { return false }
      } else {
        // A task that sleeps on an actor comes back with it.
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

  // MARK: - Threads

  private static let running = Locked<Simulation?>(nil)
  private static let abandonedTaskIDs = Locked<Set<UInt64>>([])

  /// The simulation whose thread this is.
  static var current: Simulation? { SimulationThread.simulation }

  static var isCurrent: Bool { current != nil }

  /// Takes a job into the simulation to which this thread or the job belongs; `false`: there is none.
  static func accept(_ job: UnownedJob, isOfMainActor: Bool) -> Bool {
    if isAbandoned(job) { return true }
    if let current {
      current.add(job, isOfMainActor: isOfMainActor)
      return true
    }
    return running.withLock { $0 }?.takeForeign(job, isOfMainActor: isOfMainActor) == true
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
    SimulationThread.set(self)
  }

  private func leave() {
    SimulationThread.set(nil)
    Self.running.withLock { $0 = nil }
  }

  /// Keeps the remaining jobs from ever running, also when another thread resumes one.
  private func abandon() {
    let taskIDs = state.withLock { $0.taskIDs }
    Self.abandonedTaskIDs.withLock { $0.formUnion(taskIDs) }
  }
}

extension UnownedJob {
  /// Where it is in memory: that of an actor's job is the same as long as the actor lives.
  fileprivate var address: Int { unsafeBitCast(self, to: Int.self) }
}
#endif
