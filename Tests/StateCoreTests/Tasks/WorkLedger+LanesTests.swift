import StateTesting
import Testing

@testable import StateCore

/// An id is one lane, regardless of the policy of the work.
@Suite struct WorkLedgerLanesTests {
  /// A policy, by name.
  enum Policy: CaseIterable {
    case allow, restart, refuse, drop, wait1, wait2, debounce, throttle, throttleFirst

    var rule: ExecutionPolicy.Rule {
      switch self {
      case .allow: .allow
      case .restart: .restart
      case .refuse: .refuse
      case .drop: .drop
      case .wait1: .wait(limit: 1)
      case .wait2: .wait(limit: 2)
      case .debounce: .debounce(.seconds(1))
      case .throttle: .throttle(.seconds(1), latest: true)
      case .throttleFirst: .throttle(.seconds(1), latest: false)
      }
    }

    var opensWindow: Bool { self == .throttle || self == .throttleFirst }
  }

  private let script = LedgerScript()

  /// Returns the effect of the second policy on the first, and the state of the second.
  private func expected(_ first: Policy, _ second: Policy) -> (first: String, second: String) {
    switch (first, second) {
    case (.debounce, .allow), (.debounce, .wait1), (.debounce, .wait2): ("cancelled", "runs")
    case (_, .debounce): ("cancelled", "waits")
    case (_, .allow), (_, .wait2): ("runs", "runs")
    case (_, .restart): ("cancelled", "runs")
    case (.debounce, .refuse), (.debounce, .drop): ("waits", "gone")
    case (_, .refuse), (_, .drop): ("runs", "gone")
    case (_, .wait1): ("runs", "waits")
    case (_, .throttle) where first.opensWindow: ("runs", "waits")
    case (_, .throttleFirst) where first.opensWindow: ("runs", "gone")
    case (_, .throttle), (_, .throttleFirst): ("cancelled", "runs")
    }
  }

  @Test(arguments: Policy.allCases, Policy.allCases)
  func eachPolicyMeetsEachOther(_ first: Policy, _ second: Policy) {
    script.begin("a", "id", first.rule)
    script.begin("b", "id", second.rule)
    let expected = expected(first, second)
    #expect(script["a"] == expected.first)
    #expect(script["b"] == expected.second)
    let running = [expected.first, expected.second].count { $0 == "runs" }
    #expect(script.ledger.runningCount == running)
    #expect(script.isRunning("id") == (running > 0))
  }

  @Test(arguments: Policy.allCases, Policy.allCases)
  func whatWaitsBeginsInTheEnd(_ first: Policy, _ second: Policy) {
    script.begin("a", "id", first.rule)
    script.begin("b", "id", second.rule)
    let expected = expected(first, second)
    if expected.first != "waits" { script.end("a") }
    script.fireTimer()
    if expected.first == "waits" {
      // Its time is over, so it replaces the others.
      #expect(script["a"] == "runs")
      #expect(script["b"] == (expected.second == "runs" ? "cancelled" : "gone"))
    } else {
      #expect(script["b"] == (expected.second == "waits" ? "runs" : expected.second))
    }
    endAll()
  }

  /// Cancelled work exists until it has ended, but doesn't block work that replaces it.
  @Test(arguments: Policy.allCases)
  func cancelledWorkCountsUntilItHasEnded(_ policy: Policy) {
    script.begin("a", "id")
    script.cancel("a")
    script.begin("b", "id", policy.rule)
    let waits: [Policy] = [.drop, .wait1, .debounce]
    #expect(script["b"] == (waits.contains(policy) ? "waits" : "runs"))
    script.end("a")
    if policy == .debounce { script.fireTimer() }
    #expect(script["b"] == "runs")
    endAll()
  }

  @Test(arguments: Policy.allCases)
  func cancelOfTheIdReachesWhatRunsAndWaits(_ policy: Policy) {
    script.begin("a", "id", policy.rule)
    script.begin("b", "id", .wait(limit: 1))
    script.begin("c", "id", .debounce(.seconds(1)))
    script.cancel(key: "id")
    for name in ["a", "b", "c"] { #expect(script[name] == "cancelled" || script[name] == "gone") }
    #expect(!script.events.contains { $0.hasPrefix("begin") })
    #expect(!script.isRunning("id"))
    endAll()
  }

  @Test func dropWhileRunningCountsWhatWaits() {
    script.begin("a", "id", .debounce(.seconds(1)))
    #expect(script.begin("b", "id", .drop) == nil)
    script.cancel("a")
    #expect(script.begin("c", "id", .drop) != nil)
  }

  @Test func twoOfADropNeverRunTogether() {
    script.begin("a", "id", .drop)
    script.cancel("a")
    script.begin("b", "id", .drop)
    #expect(script["b"] == "waits")
    #expect(script.begin("c", "id", .drop) == nil)
    script.end("a")
    #expect(script["b"] == "runs")
  }

  @Test func limitsMayDiffer() {
    script.begin("a", "id", .wait(limit: 1))
    script.begin("b", "id", .wait(limit: 1))
    script.begin("c", "id", .wait(limit: 3))
    script.begin("d", "id", .wait(limit: 3))
    #expect(["a", "b", "c", "d"].map { script[$0] } == ["runs", "waits", "waits", "waits"])
    script.cancel("b")
    #expect(["c", "d"].map { script[$0] } == ["runs", "runs"])
    #expect(script.takeEvents() == ["cancel b", "drop b", "begin c", "begin d"])
  }

  @Test(arguments: [true, false], [true, false])
  func nothingBeginsBecauseOfTheEndOfWhatIsCancelledWithIt(isReused: Bool, isReplaced: Bool) {
    if isReused {
      // The order of the slots differs from the order of the beginnings.
      for name in ["x", "y"] { script.begin(name) }
      for name in ["y", "x"] { script.end(name) }
    }
    script.begin("a", "id", .wait(limit: 1))
    script.begin("b", "id", .wait(limit: 1))
    script.begin("c", "id", .wait(limit: 3))
    if isReplaced {
      script.begin("d", "id", .restart)
    } else {
      script.change { $0.cancelAllWork(&$1) }
    }
    #expect(!script.events.contains { $0.hasPrefix("begin") })
  }

  @Test func nothingBeginsInATreeThatIsCancelled() {
    let outer = script.begin("outer", kind: .composition)
    let inner = script.begin("inner", below: outer, kind: .composition)
    script.begin("a", "id", .wait(limit: 1))
    script.begin("b", "id", .wait(limit: 1), below: outer)
    script.begin("c", "id", .wait(limit: 2), below: inner)
    script.begin("d", "id", .wait(limit: 2))
    script.cancel("outer")
    #expect(script["d"] == "runs")
    #expect(script.events.filter { $0.hasPrefix("begin") } == ["begin d"])
  }

  @Test func debounceRestartsItsTime() {
    script.begin("a", "id", .debounce(.seconds(1)))
    script.begin("b", "id", .debounce(.seconds(2)))
    #expect(script.takeEvents() == ["timer 1.0", "cancel a", "drop a", "stop timer", "timer 2.0"])
    script.fireTimer()
    #expect(script.takeEvents() == ["begin b"])
    #expect(script.ledger.lanesByTimer.isEmpty)
  }

  @Test func aTimerThatNothingWaitsForIsStopped() {
    script.begin("a", "id", .debounce(.seconds(1)))
    script.cancel("a")
    #expect(script.events.last == "stop timer")
    script.end("a")
    #expect(script.ledger.keys.isEmpty)
  }

  @Test func theWindowOfAThrottleStaysOpen() {
    script.begin("a", "id", .throttle(.seconds(1), latest: true))
    script.end("a")
    script.begin("b", "id", .throttle(.seconds(1), latest: true))
    script.begin("c", "id", .throttle(.seconds(1), latest: true))
    #expect(["b", "c"].map { script[$0] } == ["cancelled", "waits"])
    script.cancel("c")
    #expect(!script.events.contains("stop timer"))
    script.begin("d", "id", .throttle(.seconds(1), latest: true))
    script.fireTimer()
    #expect(script["d"] == "runs")
    #expect(script.events.last == "timer 1.0")
    for name in ["b", "c", "d"] { script.end(name) }
    script.fireTimer()
    #expect(script.ledger.keys.isEmpty)
  }

  /// It never begins after newer work, and never cancels it.
  @Test(arguments: [Policy.allow, .wait1, .wait2, .restart], [Policy.debounce, .throttle])
  func newerWorkTakesThePlaceOfWorkThatIsHeldBack(_ newer: Policy, _ older: Policy) {
    if older == .throttle {
      script.begin("a", "id", older.rule)
      script.end("a")
    }
    script.begin("b", "id", older.rule)
    #expect(script["b"] == "waits")
    script.begin("c", "id", newer.rule)
    #expect(script["b"] == "cancelled" && script["c"] == "runs")
    if !script.timers.isEmpty { script.fireTimer() }
    #expect(script["c"] == "runs")
    endAll()
  }

  @Test func aPartOfAnOlderEffectLeavesWorkThatIsHeldBack() {
    let outer = script.begin("outer", kind: .composition)
    script.begin("a", "id", .debounce(.seconds(1)))
    script.begin("b", "id", .allow, below: outer)
    #expect(script["a"] == "waits" && script["b"] == "runs")
    script.fireTimer()
    #expect(script["a"] == "runs" && script["b"] == "cancelled")
  }

  @Test func debounceThrottleAndRunMeet() {
    script.begin("a", "id", .throttle(.seconds(1), latest: true))
    script.begin("b", "id", .throttle(.seconds(1), latest: true))
    // It replaces the work that the window holds back, and its own time starts.
    script.begin("c", "id", .debounce(.seconds(3)))
    #expect(["a", "b", "c"].map { script[$0] } == ["cancelled", "cancelled", "waits"])
    script.begin("d", "id", .restart)
    #expect(["a", "c", "d"].map { script[$0] } == ["cancelled", "cancelled", "runs"])
    #expect(script.ledger.lanesByTimer.isEmpty)
  }

  @Test func aTimerThatWasStoppedDoesNothing() {
    script.begin("a", "id", .debounce(.seconds(1)))
    let timer = script.timers[0]
    script.cancel("a")
    script.begin("b", "id", .debounce(.seconds(1)))
    #expect(!script.ledger.awaits(timer))
    script.change { $0.timerFired(timer, &$1) }
    #expect(script["b"] == "waits")
  }

  @Test func theQueueDoesNotGrowByWhatIsCancelledInIt() {
    script.begin("a", "id", .wait(limit: 1))
    script.begin("b", "id", .wait(limit: 1))
    for number in 0..<500 {
      script.begin("\(number)", "id", .wait(limit: 1))
      script.cancel("\(number)")
      script.end("\(number)")
    }
    #expect(script.ledger.lanes[0].waiting.count <= 40)
    #expect(script.ledger.nodes.count <= 4)
    script.end("a")
    #expect(script["b"] == "runs")
  }

  @Test func eachOfAStormCancelsOneOnly() {
    for number in 0..<200 {
      script.begin("\(number)", "id", .restart)
      #expect(script.takeEvents().count == (number == 0 ? 0 : 1))
    }
    #expect(script.ledger.runningCount == 1)
  }

  // MARK: Separate ids

  @Test func otherIdsReachWorkWhileItWaits() {
    script.begin("a", "q", .wait(limit: 1))
    script.begin("b", "q", .wait(limit: 1), aliases: ["x", "q", "x"])
    #expect(!script.isRunning("x"))
    #expect(script.begin("c", "x", .drop) == nil)
    script.cancel(key: "x")
    #expect(["a", "b"].map { script[$0] } == ["runs", "cancelled"])
    script.begin("d", "q", .wait(limit: 1), aliases: ["x"])
    script.begin("e", "x", .restart)
    #expect(script["d"] == "cancelled")
  }

  /// Its turn may come in another turn of the main actor than the start of its content.
  @Test(arguments: [false, true])
  func otherIdsReachWorkUntilItStartsWhatHasThem(hasStarted: Bool) {
    script.begin("a", "q", .wait(limit: 1))
    let b = script.begin("b", "q", .wait(limit: 1), aliases: ["x"])
    script.end("a")
    if hasStarted, let b { script.change { $0.endPause(b, &$1) } }
    script.cancel(key: "x")
    #expect(script["b"] == (hasStarted ? "runs" : "cancelled"))
    #expect(script.ledger.keys == [TaskKey("q")])
  }

  // MARK: Compositions

  @Test(arguments: Policy.allCases)
  func insideACompositionItsIdIsAnotherLane(_ policy: Policy) {
    let outer = script.begin("outer", "id", kind: .composition)
    script.begin("a", "id", policy.rule, below: outer)
    #expect(script["outer"] == "runs")
    #expect(script["a"] == (policy == .debounce ? "waits" : "runs"))
    // Outside, there is only the composition.
    script.begin("b", "id", .restart)
    #expect(["outer", "a"].map { script[$0] } == ["cancelled", "cancelled"])
  }

  @Test func partsMeetEachOtherInTheLaneOfTheirComposition() {
    let outer = script.begin("outer", "id", kind: .group)
    let inner = script.begin("inner", "other", below: outer, kind: .composition)
    script.begin("a", "id", below: inner)
    script.begin("b", "id", .restart, below: outer)
    #expect(
      ["outer", "inner", "a", "b"].map { script[$0] } == ["runs", "runs", "cancelled", "runs"]
    )
    script.cancel(key: "id")
    #expect(["outer", "inner", "b"].map { script[$0] } == ["cancelled", "cancelled", "cancelled"])
  }

  @Test func compositionsOfOneIdHaveSeparateLanes() {
    let first = script.begin("first", "id", kind: .composition)
    let second = script.begin("second", "id", kind: .composition)
    script.begin("a", "id", below: first)
    script.begin("b", "id", .restart, below: second)
    #expect(script["a"] == "runs" && script["b"] == "runs")
  }

  private func endAll() {
    for name in ["a", "b", "c"] { script.end(name) }
    while !script.timers.isEmpty { script.fireTimer() }
    #expect(script.ledger.keys.isEmpty)
    #expect(script.ledger.count == 1)
    #expect(script.ledger.runningCount == 0 && script.ledger.liveCount == 0)
  }
}
