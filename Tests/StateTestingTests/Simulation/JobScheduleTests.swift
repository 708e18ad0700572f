import StateTesting
import Testing

@Suite struct JobScheduleTests {
  private typealias Schedule = JobSchedule<String>

  /// What is run until nothing is left to run, or until the limit.
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

  @Test func aDelayThatIsOverIsNone() {
    for delay in [Duration.zero, .seconds(-1)] {
      var schedule = Schedule(seed: nil, stepLimit: .max)
      schedule.add("ready", after: delay)
      #expect(schedule.takeTurn(timeMoves: false).job == "ready")
    }
  }

  @Test func jobsOfOneDeadlineAreReadyTogether() {
    let orders = (0..<100).map { seed -> [String] in
      var schedule = Schedule(seed: seed, stepLimit: .max)
      schedule.add("first", after: .seconds(1))
      schedule.add("second", after: .seconds(1))
      schedule.add("third", after: .seconds(2))
      return run(&schedule)
    }
    #expect(Set(orders) == [["first", "second", "third"], ["second", "first", "third"]])
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
