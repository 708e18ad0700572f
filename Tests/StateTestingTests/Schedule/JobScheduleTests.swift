import StateTesting
import Testing

@Suite struct JobScheduleTests {
  private typealias Schedule = JobSchedule<String>

  /// Returns the jobs that run until none is left, or until the limit.
  private func run(_ schedule: inout Schedule, timeMoves: Bool = true) -> [String] {
    var jobs: [String] = []
    while case .run(let job) = schedule.takeTurn(timeMoves: timeMoves) { jobs.append(job) }
    return jobs
  }

  private func order(seed: Int?) -> [String] {
    var schedule = Schedule(seed: seed, stepLimit: .max)
    for job in ["a", "b", "c", "d", "e", "f"] { schedule.add(job) }
    return run(&schedule)
  }

  @Test func withoutASeedJobsRunInTheOrderOfTheirArrival() {
    #expect(order(seed: nil) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func aSeedDeterminesTheOrder() {
    for seed in 0..<50 { #expect(order(seed: seed) == order(seed: seed)) }
    #expect(Set((0..<50).map { order(seed: $0) }).count > 40)
  }

  @Test func everyOrderIsPossible() {
    let orders = (0..<300).map { seed -> [String] in
      var schedule = Schedule(seed: seed, stepLimit: .max)
      for job in ["a", "b", "c"] { schedule.add(job) }
      return run(&schedule)
    }
    #expect(Set(orders).count == 6)
  }

  // MARK: Jobs of the main actor

  @Test func jobsInOrderKeepItForAnySeed() {
    for seed in 0..<200 {
      var schedule = Schedule(seed: seed, stepLimit: .max)
      for number in 0..<5 {
        schedule.add("main \(number)", .inOrder)
        schedule.add("other \(number)")
      }
      let jobs = run(&schedule)
      #expect(jobs.filter { $0.hasPrefix("main") } == (0..<5).map { "main \($0)" })
      #expect(jobs.count == 10)
    }
  }

  @Test func jobsInOrderComeAnywhereAmongOthers() {
    let orders = (0..<300).map { seed -> [String] in
      var schedule = Schedule(seed: seed, stepLimit: .max)
      schedule.add("first", .inOrder)
      schedule.add("other")
      schedule.add("second", .inOrder)
      return run(&schedule)
    }
    let expected: Set = [
      ["first", "second", "other"], ["first", "other", "second"], ["other", "first", "second"],
    ]
    #expect(Set(orders) == expected)
  }

  @Test func withoutASeedJobsInOrderAreNothingSpecial() {
    var schedule = Schedule(seed: nil, stepLimit: .max)
    schedule.add("a", .inOrder)
    schedule.add("b")
    schedule.add("c", .goingOn)
    schedule.add("d", .inOrder)
    schedule.add("e")
    #expect(run(&schedule) == ["a", "b", "c", "d", "e"])
  }

  // MARK: Immediate continuation

  /// Returns the number of steps that a task takes before one of the waiting tasks runs.
  private func stepsAtOnce(seed: Int) -> Int {
    var schedule = Schedule(seed: seed, stepLimit: .max)
    for _ in 0..<20 { schedule.add("other") }
    for step in 0..<10 {
      schedule.add("step", .goingOn)
      guard schedule.takeTurn().job == "step" else { return step }
    }
    return 10
  }

  @Test func aTaskContinuesAtOnceWithSomeSeedsAndNotWithOthers() {
    let steps = (0..<300).map(stepsAtOnce)
    #expect(Set(steps).isSuperset(of: 0...4))
    #expect(steps.count { $0 == 10 } > 30)
    #expect(steps.count { $0 == 0 } > 100)
  }

  @Test func onlyTheLatestTaskContinuesAndOnlyInTheNextTurn() {
    for seed in 0..<100 {
      var schedule = Schedule(seed: seed, stepLimit: .max)
      schedule.add("earlier", .goingOn)
      schedule.add("later", .goingOn)
      #expect(Set([schedule.takeTurn().job, schedule.takeTurn().job]) == ["earlier", "later"])
      #expect(schedule.takeTurn().isIdle)
    }
  }

  @Test func readyJobsMayBeTakenOut() {
    var schedule = Schedule(seed: 1, stepLimit: .max)
    schedule.add("a")
    schedule.add("b", .inOrder)
    schedule.add("asleep", after: .seconds(1))
    #expect(Set(schedule.takeReady()) == ["a", "b"])
    #expect(schedule.takeTurn().job == "asleep")
    #expect(schedule.takeTurn().isIdle)
  }

  // MARK: Time

  @Test func timeMovesToTheNextDeadlineWhenNothingIsReady() {
    var schedule = Schedule(seed: nil, stepLimit: .max)
    schedule.add("late", after: .seconds(2))
    schedule.add("early", after: .seconds(1))
    schedule.add("ready")
    #expect(schedule.takeTurn().job == "ready")
    #expect(schedule.now.offset == .zero)
    #expect(schedule.takeTurn().job == "early")
    #expect(schedule.now.offset == .seconds(1))
    schedule.add("behind", after: .milliseconds(500))
    #expect(schedule.takeTurn().job == "behind")
    #expect(schedule.takeTurn().job == "late")
    #expect(schedule.now.offset == .seconds(2))
    #expect(schedule.takeTurn().isIdle)
  }

  @Test func aDelayThatIsOverDoesNotWait() {
    for delay in [Duration.zero, .seconds(-1)] {
      var schedule = Schedule(seed: nil, stepLimit: .max)
      schedule.add("ready", after: delay)
      #expect(schedule.takeTurn(timeMoves: false).job == "ready")
    }
  }

  @Test func timersOfOneInstantFireInTheOrderOfTheirStart() {
    for seed: Int? in [nil] + (0..<200).map(Optional.some) {
      var schedule = Schedule(seed: seed, stepLimit: .max)
      schedule.add("fourth", after: .seconds(2))
      schedule.add("first", after: .seconds(1))
      schedule.add("second", after: .seconds(1))
      schedule.add("third", after: .seconds(1))
      #expect(run(&schedule) == ["first", "second", "third", "fourth"])
    }
  }

  @Test func otherJobsComeAnywhereAmongTimers() {
    let orders = (0..<300).map { seed -> [String] in
      var schedule = Schedule(seed: seed, stepLimit: .max)
      schedule.add("first", after: .zero)
      schedule.add("other")
      schedule.add("second", after: .zero)
      return run(&schedule)
    }
    let expected: Set = [
      ["first", "second", "other"], ["first", "other", "second"], ["other", "first", "second"],
    ]
    #expect(Set(orders) == expected)
  }

  @Test func whenTimeStandsStillSleepersSleepOn() {
    var schedule = Schedule(seed: nil, stepLimit: .max)
    schedule.add("ready")
    schedule.add("asleep", after: .seconds(1))
    #expect(run(&schedule, timeMoves: false) == ["ready"])
    #expect(schedule.now.offset == .zero)
    #expect(run(&schedule) == ["asleep"])
  }

  @Test func sleepersMayBeTakenBeforeTheirTime() {
    var schedule = Schedule(seed: nil, stepLimit: 0)
    schedule.add("ready")
    schedule.add("late", after: .seconds(2))
    schedule.add("early", after: .seconds(1))
    #expect(schedule.takeSleeper() == "early")
    #expect(schedule.takeSleeper() == "late")
    #expect(schedule.takeSleeper() == nil)
  }

  @Test func noMoreStepsAreTakenThanAllowed() {
    var schedule = Schedule(seed: nil, stepLimit: 2)
    for job in ["a", "b", "c"] { schedule.add(job) }
    #expect(run(&schedule) == ["a", "b"])
    #expect(schedule.takeTurn().isOverLimit)
    #expect(schedule.stepCount == 2)
  }

  @Test func theLimitIsNotOverWhenNothingIsLeft() {
    var schedule = Schedule(seed: nil, stepLimit: 1)
    schedule.add("only")
    #expect(run(&schedule) == ["only"])
    #expect(schedule.takeTurn().isIdle)
  }
}

extension JobSchedule.Turn {
  fileprivate var job: Job? {
    if case .run(let job) = self { job } else { nil }
  }

  fileprivate var isIdle: Bool {
    if case .isIdle = self { true } else { false }
  }

  fileprivate var isOverLimit: Bool {
    if case .isOverLimit = self { true } else { false }
  }
}
