import StateCore

/// The rules of a simulation: which job is next, when the time moves, and when to give up.
///
/// With a seed, any job that is ready may be next, as on many threads, with three exceptions. Jobs whose
/// executor has a queue, as the main actor's has, run in the order of their arrival. So do timers: those of
/// one instant fire in the order in which they were started. A task that moves from one executor to another
/// may do so at once, as it does where the other one is idle; how often is drawn from the seed too. Without a
/// seed, all jobs run in the order of their arrival.
///
/// Where each job is as likely as any other, a task hardly ever takes ten steps before another takes one. So
/// most seeds give each task its own speed, see `Chance`.
package struct JobSchedule<Job> {
  package enum Turn {
    case run(Job)
    /// No job is there, now or later.
    case isIdle
    /// As many jobs as allowed have run.
    case isOverLimit
  }

  /// How a job comes among those that are ready.
  package enum Arrival: Sendable {
    case any
    /// Behind those that arrived this way before.
    case inOrder
    /// As the continuation of the task whose job has run last.
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
  /// Without a seed, all jobs that are ready.
  private var arrived: [Job] = []
  private var unordered: [Ready] = []
  private var ordered: [Ready] = []
  private var timers: [Ready] = []
  /// The number of a job that may go on at once.
  private var goingOn: Int?
  private var sleeping = SleeperTable<Job, Never>()
  package private(set) var stepCount = 0

  package init(seed: Int?, stepLimit: Int) {
    chance = seed.map(Chance.init)
    self.stepLimit = stepLimit
  }

  package var now: TestInstant { sleeping.now }
  /// Whether a seed decides the order, so that the owners of jobs and their ways of arrival count.
  package var isSeeded: Bool { chance != nil }

  /// Adds a job that is ready.
  ///
  /// `owner` is the task that the job is of, or comes from: a number that no other task has.
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

  /// Adds a timer, which is ready when `delay` has passed.
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

  /// Takes the next job: one of those that are ready, or else of those whose deadline comes first.
  ///
  /// The time moves only when no job is ready, and only if `timeMoves`.
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

  /// Lets time pass in which nothing happens.
  package mutating func passTime(_ duration: Duration) {
    sleeping.move(to: now.advanced(by: duration))
  }

  /// Takes out a job whose deadline has not come, whatever the time.
  package mutating func takeSleeper() -> Job? {
    guard let deadline = sleeping.nextDeadline else { return nil }
    sleeping.move(to: deadline)
    return sleeping.takeDueSleeper()
  }

  /// Takes out all jobs that are ready.
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
    // Of those that keep their order only the first can be next.
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
/// A quarter of the seeds let each job be as likely as any other. The others draw a weight for each task: one of
/// a small weight waits while others take many steps. The weights are powers of 2, so that 3, 10 and 30 steps come
/// about equally often. With some seeds a task keeps its weight, with others it gets a new one now and then.
private struct Chance {
  private var generator: SeededGenerator
  /// How often a task goes on at once: in some runs never, in some almost always.
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

  /// The weight of a task's next job.
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

  /// An index into `weights`, behind which `main` and `timer` come.
  mutating func index(of weights: some Collection<Double>, _ main: Double, _ timer: Double) -> Int {
    let total = weights.reduce(main + timer, +)
    // Exact: each weight is a multiple of the smallest one.
    var rest = Double.random(in: 0..<total, using: &generator)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return weights.count + (rest < main ? 0 : 1)
  }
}
