import StateCore
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TestClockTests {
  private actor Log {
    var entries: [String] = []

    func sleep(_ entry: String, seconds: Int, on clock: TestClock) async throws {
      try await clock.sleep(for: .seconds(seconds))
      entries.append(entry)
    }

    func tick(_ entry: String, on clock: TestClock) async throws {
      while true {
        try await clock.sleep(for: .seconds(1))
        // The work takes long enough for a clock that doesn't wait to have advanced.
        let work = (0..<5000).reduce(0, &+)
        entries.append(work > 0 ? "\(entry) \(clock.now.offset)" : "")
      }
    }
  }

  /// Starts a sleeper for each element, each one after the previous one sleeps.
  private func sleepers(
    _ seconds: [Int],
    log: Log,
    clock: TestClock
  ) async -> [Task<Void, any Error>] {
    var tasks: [Task<Void, any Error>] = []
    for (index, second) in seconds.enumerated() {
      let before = clock.sleeperCount
      tasks.append(
        Task { try await log.sleep("\(second)s #\(index)", seconds: second, on: clock) }
      )
      await clock.waitForSleepers(count: before + 1)
    }
    return tasks
  }

  @Test func timeStandsStillUntilItIsMoved() async {
    let clock = TestClock(now: TestInstant(offset: .seconds(10)))
    #expect(clock.now.offset == .seconds(10))
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(12))
    await clock.advance(to: TestInstant(offset: .seconds(20)))
    #expect(clock.now.offset == .seconds(20))
  }

  // MARK: Timeouts

  @Test(.notRepeated) func aTimeoutOfWaitingForSleepersIsAnIssue() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
    await clock.waitForSleepers()
    let location = #_sourceLocation
    await withKnownIssue {
      await clock.waitForSleepers(
        count: 2,
        timeout: .milliseconds(20),
        sourceLocation: location
      )
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation == location && text.contains("waitForSleepers(count: 2)")
        && text.contains("1 task is sleeping on this clock (deadline 3 seconds; now 0 seconds)")
    }
    sleeper.cancel()
    _ = await sleeper.result
  }

  @Test func cancellingAWaitForSleepersIsNotAnIssue() async {
    let clock = TestClock()
    let task = Task { await clock.waitForSleepers() }
    task.cancel()
    await task.value
  }

  // MARK: Tasks before their sleep

  @Test(.simulated(seeds: 0..<50)) func whatWasStartedBeforeIsReached() async throws {
    let clock = TestClock()
    let log = Log()
    let task = Task {
      await Task.yield()
      try await log.sleep("slept", seconds: 1, on: clock)
    }
    await clock.advance(by: .seconds(1))
    try await task.value
    #expect(await log.entries == ["slept"])
  }

  @MainActor
  @Test func onTheMainActorItIsReachedOutsideASimulationToo() async throws {
    for _ in 0..<20 {
      let clock = TestClock()
      let task = Task { @MainActor in try await clock.sleep(for: .seconds(1)) }
      await clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == 0)
      try await task.value
    }
  }

  @Test func timeDoesNotGoBack() async {
    let clock = TestClock(now: TestInstant(offset: .seconds(10)))
    await clock.advance(to: TestInstant(offset: .seconds(5)))
    await clock.advance(by: .seconds(-1))
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func runningWithoutSleepersMovesNothing() async {
    let clock = TestClock()
    await clock.runToNext()
    await clock.run()
    #expect(clock.now.offset == .zero)
  }

  @Test func sleepersAreWokenInOrderOfDeadlineThenOfArrival() async throws {
    for _ in 0..<10 {
      let clock = TestClock()
      let log = Log()
      let tasks = await sleepers([3, 1, 2, 1, 3, 1], log: log, clock: clock)
      await clock.advance(by: .seconds(3))
      #expect(await log.entries == ["1s #1", "1s #3", "1s #5", "2s #2", "3s #0", "3s #4"])
      for task in tasks { try await task.value }
    }
  }

  @Test func onlyWhoseDeadlineHasComeIsWoken() async throws {
    let clock = TestClock()
    let log = Log()
    let tasks = await sleepers([1, 2, 3], log: log, clock: clock)
    await clock.advance(by: .seconds(2))
    #expect(await log.entries == ["1s #0", "2s #1"])
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(await log.entries.count == 3)
    for task in tasks { try await task.value }
  }

  @Test func runToNextWakesOneDeadline() async throws {
    let clock = TestClock()
    let log = Log()
    let tasks = await sleepers([5, 2, 5], log: log, clock: clock)
    await clock.runToNext()
    #expect(clock.now.offset == .seconds(2))
    #expect(await log.entries == ["2s #1"])
    await clock.runToNext()
    #expect(clock.now.offset == .seconds(5))
    #expect(await log.entries == ["2s #1", "5s #0", "5s #2"])
    for task in tasks { try await task.value }
  }

  @Test func runWakesEverybody() async throws {
    let clock = TestClock()
    let log = Log()
    let tasks = await sleepers([5, 2, 9], log: log, clock: clock)
    await clock.run()
    #expect(clock.now.offset == .seconds(9))
    #expect(await log.entries == ["2s #1", "5s #0", "9s #2"])
    for task in tasks { try await task.value }
  }

  @Test func runContinuesWithTasksThatSleepAgain() async throws {
    for _ in 0..<10 {
      let clock = TestClock()
      let log = Log()
      let task = Task {
        for second in 1...5 { try await log.sleep("\(second)", seconds: second, on: clock) }
      }
      await clock.waitForSleepers()
      // Between two calls, the task isn't on an actor.
      await clock.run { if clock.now.offset < .seconds(15) { await clock.waitForSleepers() } }
      #expect(clock.now.offset == .seconds(15))
      #expect(await log.entries == ["1", "2", "3", "4", "5"])
      try await task.value
    }
  }

  @Test func aLoopOnAnActorMissesNoDeadline() async {
    for _ in 0..<10 {
      let clock = TestClock()
      let log = Log()
      let task = Task { try await log.tick("tick", on: clock) }
      await clock.waitForSleepers()
      await clock.advance(by: .milliseconds(3500))
      #expect(await log.entries == ["tick 1.0 seconds", "tick 2.0 seconds", "tick 3.0 seconds"])
      #expect(clock.now.offset == .milliseconds(3500))
      task.cancel()
      _ = await task.result
    }
  }

  @MainActor
  @Test func aLoopOnTheMainActorMissesNoDeadline() async {
    for _ in 0..<10 {
      let clock = TestClock()
      var times: [Duration] = []
      let task = Task { @MainActor in
        while true {
          try await clock.sleep(for: .seconds(1))
          times.append(clock.now.offset)
        }
      }
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(3))
      #expect(times == [.seconds(1), .seconds(2), .seconds(3)])
      task.cancel()
      _ = await task.result
    }
  }

  @Test(arguments: [true, false])
  func settleRunsOnceAfterEachDeadline(byRunning: Bool) async throws {
    let clock = TestClock()
    let tasks = await sleepers([1, 3, 1, 2], log: Log(), clock: clock)
    var settled: [String] = []
    let settle = { settled.append("\(clock.now.offset), \(clock.sleeperCount) asleep") }
    if byRunning {
      await clock.run { settle() }
    } else {
      await clock.advance(by: .seconds(9)) { settle() }
    }
    #expect(
      settled == ["1.0 seconds, 2 asleep", "2.0 seconds, 1 asleep", "3.0 seconds, 0 asleep"]
    )
    for task in tasks { try await task.value }
  }

  @Test func settleMakesUpForAClockOfAnyType() async {
    let clock = TestClock()
    let stored: any Clock<Duration> = clock
    let times = LockIsolated<[Duration]>([])
    let task = Task {
      while true {
        try await stored.sleep(for: .seconds(1))
        times.withValue { $0.append(clock.now.offset) }
      }
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(3)) { await clock.waitForSleepers() }
    #expect(times.value == [.seconds(1), .seconds(2), .seconds(3)])
    task.cancel()
    _ = await task.result
  }

  @Test func aSleeperThatIsWokenSeesItsDeadlineAsTheTime() async throws {
    let clock = TestClock()
    let times = LockIsolated<[Int: TestInstant]>([:])
    let tasks = (1...3).map { second in
      Task { @MainActor in
        try await clock.sleep(for: .seconds(second))
        times.withValue { $0[second] = clock.now }
      }
    }
    await clock.waitForSleepers(count: 3)
    await clock.advance(by: .seconds(60))
    for task in tasks { try await task.value }
    #expect(times.value.mapValues(\.offset) == [1: .seconds(1), 2: .seconds(2), 3: .seconds(3)])
  }

  @Test func aDeadlineThatHasPassedIsNotASleep() async throws {
    let clock = TestClock(now: TestInstant(offset: .seconds(5)))
    try await clock.sleep(until: TestInstant(offset: .seconds(5)))
    try await clock.sleep(until: TestInstant(offset: .seconds(1)))
    try await clock.sleep(for: .zero)
    #expect(clock.sleeperCount == 0)
  }

  @Test func aCancelledSleeperIsGoneAtOnce() async {
    let clock = TestClock()
    let log = Log()
    let tasks = await sleepers([1, 1, 2], log: log, clock: clock)
    tasks[0].cancel()
    #expect(clock.sleeperCount == 2)
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(clock.now.offset == .zero)
    await clock.run()
    #expect(await log.entries == ["1s #1", "2s #2"])
  }

  @Test func whoIsCancelledAlreadyDoesNotSleep() async {
    let clock = TestClock()
    for seconds in [0, 1] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(seconds))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func theWaitForSleepersEndsWhenEnoughAreThere() async {
    let clock = TestClock()
    await clock.waitForSleepers(count: 0)
    let hasEnded = LockIsolated(false)
    let waiting = Task {
      await clock.waitForSleepers(count: 2)
      hasEnded.setValue(true)
      return clock.sleeperCount
    }
    let first = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(count: 1)
    #expect(!hasEnded.value)
    let second = Task { try await clock.sleep(for: .seconds(1)) }
    #expect(await waiting.value == 2)
    await clock.waitForSleepers(count: 2)
    first.cancel()
    second.cancel()
    #expect(clock.sleeperCount == 0)
  }

  @Test func aCancelledWaitEnds() async {
    let clock = TestClock()
    let waiting = Task { await clock.waitForSleepers(count: 1) }
    waiting.cancel()
    await waiting.value
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await clock.waitForSleepers(count: 1)
    }
    await late.value
  }

  @Test func wakingAndCancellingAtTheSameTimeEndEachSleepOnce() async {
    for _ in 0..<200 {
      let clock = TestClock()
      let tasks = (0..<8).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
      await clock.waitForSleepers(count: 8)
      await withTaskGroup { group in
        group.addTask { await clock.advance(by: .seconds(1)) }
        group.addTask { for task in tasks { task.cancel() } }
        group.addTask { await clock.run() }
      }
      for task in tasks { _ = await task.result }
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func aTimerThatIsCancelledIsForgotten() async {
    let clock = TestClock()
    let fired = LockIsolated(0)
    let timers = (1...2).map { seconds in
      clock.startTimer(after: .seconds(seconds)) { fired.withValue { $0 += 1 } }
    }
    timers[0].cancel()
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(3))
    #expect(fired.value == 1)
    timers[1].cancel()
    #expect(clock.sleeperCount == 0)
  }
}
