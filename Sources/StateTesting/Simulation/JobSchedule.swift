/// The rules of a simulation: which job is next, when the time moves, and when to give up.
package struct JobSchedule<Job> {
  package enum Turn {
    case run(Job)
    /// No job is there, now or later.
    case isIdle
    /// As many jobs as allowed have run.
    case isOverLimit
  }

  private let stepLimit: Int
  // Without one, jobs run in the order of their arrival.
  private var generator: SeededGenerator?
  private var ready: [Job] = []
  private var sleeping = SleeperTable<Job, Never>()
  package private(set) var stepCount = 0

  package init(seed: Int?, stepLimit: Int) {
    generator = seed.map(SeededGenerator.init)
    self.stepLimit = stepLimit
  }

  package var now: TestInstant { sleeping.now }

  package mutating func add(_ job: Job) {
    ready.append(job)
  }

  /// Adds a job that is ready when `delay` has passed.
  package mutating func add(_ job: Job, after delay: Duration) {
    let deadline = now.advanced(by: delay)
    switch sleeping.add(job, id: sleeping.makeID(), until: deadline) {
    case .isAsleep: break
    case .isDue: ready.append(job)
    }
  }

  /// Takes the next job: one of those that are ready, or else of those whose deadline comes first.
  ///
  /// The time moves only when no job is ready, and only if `timeMoves`.
  package mutating func takeTurn(timeMoves: Bool = true) -> Turn {
    if ready.isEmpty, timeMoves, let deadline = sleeping.nextDeadline {
      sleeping.move(to: deadline)
      while let job = sleeping.takeDueSleeper() { ready.append(job) }
    }
    guard !ready.isEmpty else { return .isIdle }
    guard stepCount < stepLimit else { return .isOverLimit }
    stepCount += 1
    return .run(ready.remove(at: nextIndex()))
  }

  /// Takes out a job whose deadline has not come, whatever the time.
  package mutating func takeSleeper() -> Job? {
    guard let deadline = sleeping.nextDeadline else { return nil }
    sleeping.move(to: deadline)
    return sleeping.takeDueSleeper()
  }

  private mutating func nextIndex() -> Int {
    guard var generator else { return 0 }
    defer { self.generator = generator }
    return Int.random(in: ready.indices, using: &generator)
  }
}
