import StateEngine

/// The rules of a simulation: which job is next, when the time moves, and when to give up.
///
/// With a seed, any job that is ready may be next, as on many threads, with two exceptions. Jobs whose
/// executor has a queue, as the main actor's has, run in the order of their arrival. A task that goes on
/// from one executor to another may do so at once, as it does where the other one is idle; how often is
/// drawn from the seed too. Without a seed, all jobs run in the order of their arrival.
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
  }

  private let stepLimit: Int
  private var chance: Chance?
  private var lastNumber = 0
  private var unordered: [Ready] = []
  private var ordered: [Ready] = []
  /// The number of a job that may go on at once.
  private var goingOn: Int?
  private var sleeping = SleeperTable<(job: Job, arrival: Arrival), Never>()
  package private(set) var stepCount = 0

  package init(seed: Int?, stepLimit: Int) {
    chance = seed.map(Chance.init)
    self.stepLimit = stepLimit
  }

  package var now: TestInstant { sleeping.now }

  package mutating func add(_ job: Job, _ arrival: Arrival = .any) {
    lastNumber += 1
    let ready = Ready(job: job, number: lastNumber)
    switch arrival {
    case .any:
      unordered.append(ready)
    case .inOrder:
      ordered.append(ready)
    case .goingOn:
      unordered.append(ready)
      goingOn = lastNumber
    }
  }

  /// Adds a job that is ready when `delay` has passed.
  package mutating func add(_ job: Job, _ arrival: Arrival = .any, after delay: Duration) {
    let deadline = now.advanced(by: delay)
    switch sleeping.add((job, arrival), id: sleeping.makeID(), until: deadline) {
    case .isAsleep: break
    case .isDue: add(job, arrival)
    }
  }

  /// Takes the next job: one of those that are ready, or else of those whose deadline comes first.
  ///
  /// The time moves only when no job is ready, and only if `timeMoves`.
  package mutating func takeTurn(timeMoves: Bool = true) -> Turn {
    if isIdle, timeMoves, let deadline = sleeping.nextDeadline {
      sleeping.move(to: deadline)
      while let (job, arrival) = sleeping.takeDueSleeper() { add(job, arrival) }
    }
    guard !isIdle else { return .isIdle }
    guard stepCount < stepLimit else { return .isOverLimit }
    stepCount += 1
    return .run(takeNext())
  }

  /// Takes out a job whose deadline has not come, whatever the time.
  package mutating func takeSleeper() -> Job? {
    guard let deadline = sleeping.nextDeadline else { return nil }
    sleeping.move(to: deadline)
    return sleeping.takeDueSleeper()?.job
  }

  /// Takes out all jobs that are ready.
  package mutating func takeReady() -> [Job] {
    defer {
      unordered = []
      ordered = []
    }
    return (unordered + ordered).map(\.job)
  }

  private var isIdle: Bool { unordered.isEmpty && ordered.isEmpty }

  private mutating func takeNext() -> Job {
    defer { goingOn = nil }
    if let goingOn, let index = unordered.lastIndex(where: { $0.number == goingOn }),
      chance?.goesOn() == true
    {
      return unordered.remove(at: index).job
    }
    // Of those that keep their order only the first can be next.
    let count = unordered.count + (ordered.isEmpty ? 0 : 1)
    let index = chance?.index(below: count) ?? indexOfFirst
    return index < unordered.count ? unordered.remove(at: index).job : ordered.removeFirst().job
  }

  /// The index of the job that arrived first; behind those of `unordered` for the first of `ordered`.
  private var indexOfFirst: Int {
    guard let first = unordered.first else { return 0 }
    guard let other = ordered.first, other.number < first.number else { return 0 }
    return unordered.count
  }
}

/// The decisions of a seed.
private struct Chance {
  private var generator: SeededGenerator
  /// How often a task goes on at once: in some runs never, in some almost always.
  private let eagerness: Double

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    eagerness = [0, 0.5, 0.95].randomElement(using: &generator) ?? 0
  }

  mutating func goesOn() -> Bool {
    Double.random(in: 0..<1, using: &generator) < eagerness
  }

  mutating func index(below count: Int) -> Int {
    Int.random(in: 0..<count, using: &generator)
  }
}
