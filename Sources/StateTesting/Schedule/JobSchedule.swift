import StateCore

/// The rules of a simulation: which job runs next, when the time advances, and when to stop.
///
/// With a seed, any ready job may run next, as on many threads, with three exceptions. Jobs on an executor with a
/// queue, such as the main actor's, run in the order of arrival. Timers with the same deadline fire in the order in
/// which they were started. A task that moves from one executor to another may continue immediately, as it does when
/// the other executor is idle; the seed also determines how often. Without a seed, all jobs run in the order of
/// arrival.
///
/// If each job were equally likely, a task would hardly ever take ten steps before another takes one. Most seeds
/// therefore give each task its own speed, see `Chance`.
package struct JobSchedule<Job> {
  package enum Turn {
    case run(Job)
    /// No job is left, now or later.
    case isIdle
    /// The maximum number of jobs has run.
    case isOverLimit
  }

  /// The position of a new job among the ready ones.
  package enum Arrival: Sendable {
    case any
    /// After earlier jobs with this kind of arrival.
    case inOrder
    /// As the continuation of the task whose job ran last.
    case goingOn
  }

  private struct Ready {
    let job: Job
    let number: Int
    var weight = 1.0
  }

  private let stepLimit: Int
  private var chance: Chance?
  private var lastNumber = 0
  /// All ready jobs, if the schedule has no seed.
  private var arrived: [Job] = []
  private var unordered: [Ready] = []
  private var ordered: [Ready] = []
  private var timers: [Ready] = []
  /// The number of a job that may continue immediately.
  private var goingOn: Int?
  private var sleeping = SleeperTable<Job, Never>()
  package private(set) var stepCount = 0

  package init(seed: Int?, stepLimit: Int) {
    chance = seed.map(Chance.init)
    self.stepLimit = stepLimit
  }

  package var now: TestInstant { sleeping.now }
  /// Whether a seed determines the order.
  ///
  /// If so, the owners of jobs and their arrivals matter.
  package var isSeeded: Bool { chance != nil }

  /// Adds a ready job.
  ///
  /// `owner` is a unique number of the task that the job belongs to or comes from.
  package mutating func add(_ job: Job, _ arrival: Arrival = .any, owner: UInt64? = nil) {
    guard chance != nil else { return arrived.append(job) }
    lastNumber += 1
    var ready = Ready(job: job, number: lastNumber)
    switch arrival {
    case .any, .goingOn:
      if let weight = chance?.weight(of: owner) { ready.weight = weight }
      unordered.append(ready)
      if arrival == .goingOn { goingOn = lastNumber }
    case .inOrder:
      ordered.append(ready)
    }
  }

  /// Adds a timer, which becomes ready after `delay`.
  package mutating func add(_ timer: Job, after delay: Duration) {
    let deadline = now.advanced(by: delay)
    switch sleeping.add(timer, id: sleeping.makeID(), until: deadline) {
    case .isAsleep: break
    case .isDue: addDue(timer)
    }
  }

  private mutating func addDue(_ timer: Job) {
    guard chance != nil else { return arrived.append(timer) }
    lastNumber += 1
    timers.append(Ready(job: timer, number: lastNumber))
  }

  /// Takes the next job: a ready one, or otherwise one with the next deadline.
  ///
  /// The time advances only if no job is ready and `timeMoves` is `true`.
  package mutating func takeTurn(timeMoves: Bool = true) -> Turn {
    if isIdle, timeMoves, let deadline = sleeping.nextDeadline {
      sleeping.move(to: deadline)
      while let timer = sleeping.takeDueSleeper() { addDue(timer) }
    }
    guard !isIdle else { return .isIdle }
    guard stepCount < stepLimit else { return .isOverLimit }
    stepCount += 1
    return .run(takeNext())
  }

  /// Advances the time without running anything.
  package mutating func passTime(_ duration: Duration) {
    sleeping.move(to: now.advanced(by: duration))
  }

  /// Removes a sleeping job, regardless of the time.
  package mutating func takeSleeper() -> Job? {
    guard let deadline = sleeping.nextDeadline else { return nil }
    sleeping.move(to: deadline)
    return sleeping.takeDueSleeper()
  }

  /// Removes all ready jobs.
  package mutating func takeReady() -> [Job] {
    defer {
      arrived = []
      unordered = []
      ordered = []
      timers = []
    }
    return arrived + (unordered + ordered + timers).map(\.job)
  }

  private var isIdle: Bool {
    arrived.isEmpty && unordered.isEmpty && ordered.isEmpty && timers.isEmpty
  }

  private mutating func takeNext() -> Job {
    guard var chance else { return arrived.removeFirst() }
    defer {
      self.chance = chance
      goingOn = nil
    }
    if let goingOn, let index = unordered.lastIndex(where: { $0.number == goingOn }),
      chance.goesOn()
    {
      return unordered.remove(at: index).job
    }
    // Only the first of the ordered jobs can run next.
    let index = chance.index(
      of: unordered.lazy.map(\.weight),
      ordered.isEmpty ? 0 : chance.mainWeight,
      timers.isEmpty ? 0 : chance.timerWeight
    )
    switch index - unordered.count {
    case 0: return ordered.removeFirst().job
    case 1: return timers.removeFirst().job
    default: return unordered.remove(at: index).job
    }
  }
}

/// The decisions of a seed.
///
/// With a quarter of the seeds, all jobs are equally likely. The other seeds draw a weight for each task: a task with a
/// small weight waits while others take many steps. The weights are powers of 2, so that 3, 10, and 30 steps are about
/// equally frequent. With some seeds, a task keeps its weight; with others, it occasionally gets a new one.
private struct Chance {
  private var generator: SeededGenerator
  /// How often a task continues immediately: never in some runs, almost always in others.
  private let eagerness: Double
  /// The largest exponent of a weight.
  private let spread: Int
  private let weightsChange: Bool
  private var weights: [UInt64: Double] = [:]
  private(set) var mainWeight = 1.0
  private(set) var timerWeight = 1.0

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    eagerness = [0, 0.5, 0.95].randomElement(using: &generator) ?? 0
    spread = [0, 3, 6, 9].randomElement(using: &generator) ?? 0
    weightsChange = Bool.random(using: &generator)
    if Bool.random(using: &generator) { mainWeight = makeWeight() }
    timerWeight = makeWeight()
  }

  mutating func goesOn() -> Bool {
    Double.random(in: 0..<1, using: &generator) < eagerness
  }

  /// Returns the weight of a task's next job.
  mutating func weight(of owner: UInt64?) -> Double {
    guard spread > 0, let owner else { return makeWeight() }
    if let weight = weights[owner], !changesWeight() { return weight }
    let weight = makeWeight()
    weights[owner] = weight
    return weight
  }

  private mutating func changesWeight() -> Bool {
    weightsChange && Int.random(in: 0..<20, using: &generator) == 0
  }

  private mutating func makeWeight() -> Double {
    spread == 0 ? 1 : 1 / Double(1 << Int.random(in: 0...spread, using: &generator))
  }

  /// Returns an index into `weights`, followed by those of `main` and `timer`.
  mutating func index(of weights: some Collection<Double>, _ main: Double, _ timer: Double) -> Int {
    let total = weights.reduce(main + timer, +)
    // The result is exact, because each weight is a multiple of the smallest one.
    var rest = Double.random(in: 0..<total, using: &generator)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return weights.count + (rest < main ? 0 : 1)
  }
}
