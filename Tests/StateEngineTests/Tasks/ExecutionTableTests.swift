import StateEngine
import StateTestSupport
import StateTesting
import Testing

@Suite struct ExecutionTableTests {
  typealias Table = ExecutionTable<String>

  private var table = Table()

  @Test mutating func dropRunsTheFirstOnly() {
    #expect(submit(1, .drop).started == [1])
    #expect(submit(2, .drop).dropped == [2])
    _ = table.end(1)
    #expect(submit(3, .drop).started == [3])
  }

  @Test mutating func dropWaitsForTheEndOfWorkThatWasCancelled() {
    _ = submit(1, .drop)
    #expect(table.cancel(1).cancelled == [1])
    #expect(submit(2, .drop).isEmpty)
    #expect(submit(3, .drop).dropped == [3])
    #expect(table.end(1).started == [2])
  }

  @Test mutating func restartCancelsWhatRunsAndDropsWhatWaits() {
    _ = submit(1, .wait(limit: 1))
    _ = submit(2, .wait(limit: 1))
    let outcome = submit(3, .restart)
    #expect(outcome.cancelled == [1])
    #expect(outcome.dropped == [2])
    #expect(outcome.started == [3])
  }

  @Test mutating func restartCancelsNothingTwice() {
    _ = submit(1, .restart)
    _ = submit(2, .restart)
    #expect(submit(3, .restart).cancelled == [2])
  }

  @Test mutating func queuedWorkBeginsInOrderWhenTheOneBeforeHasEnded() {
    #expect(submit(1, .wait(limit: 1)).started == [1])
    #expect(submit(2, .wait(limit: 1)).started.isEmpty)
    #expect(submit(3, .wait(limit: 1)).started.isEmpty)
    #expect(table.end(1).started == [2])
    #expect(table.end(2).started == [3])
  }

  @Test mutating func queuedWorkWaitsForTheEndOfCancelledWork() {
    _ = submit(1, .wait(limit: 1))
    _ = submit(2, .wait(limit: 1))
    #expect(table.cancel(1).started.isEmpty)
    #expect(table.end(1).started == [2])
  }

  @Test mutating func cancelledWaitingWorkNeverBegins() {
    _ = submit(1, .wait(limit: 1))
    _ = submit(2, .wait(limit: 1))
    #expect(table.cancel(2).dropped == [2])
    #expect(table.end(1).started.isEmpty)
    #expect(table.isEmpty)
  }

  @Test mutating func aLimitIsKept() {
    #expect(submit(1, .wait(limit: 2)).started == [1])
    #expect(submit(2, .wait(limit: 2)).started == [2])
    #expect(submit(3, .wait(limit: 2)).started.isEmpty)
    #expect(table.end(2).started == [3])
  }

  @Test mutating func allowedWorkRunsSideBySide() {
    #expect(submit(1, .allow).started == [1])
    #expect(submit(2, .allow).started == [2])
  }

  @Test mutating func debounceBeginsTheLastWhenItsTimerFires() throws {
    let first = try #require(submit(1, .debounce(.seconds(1))).timer)
    let outcome = submit(2, .debounce(.seconds(1)))
    let second = try #require(outcome.timer)
    #expect(outcome.dropped == [1])
    #expect(outcome.stoppedTimers == [first.id])
    #expect(table.timerFired(first.id).isEmpty)
    #expect(table.timerFired(second.id).started == [2])
  }

  @Test mutating func debouncedWorkCancelsWhatRunsWhenItBegins() throws {
    _ = submit(1, .allow)
    let outcome = submit(2, .debounce(.seconds(1)))
    #expect(outcome.cancelled.isEmpty)
    let fired = table.timerFired(try #require(outcome.timer).id)
    #expect(fired.cancelled == [1])
    #expect(fired.started == [2])
  }

  @Test mutating func throttleRunsTheFirstAtOnceAndTheLastAfterTheWindow() throws {
    let rule = ExecutionPolicy.Rule.throttle(.seconds(1), latest: true)
    let opened = submit(1, rule)
    #expect(opened.started == [1])
    #expect(submit(2, rule).started.isEmpty)
    #expect(submit(3, rule).dropped == [2])
    let fired = table.timerFired(try #require(opened.timer).id)
    #expect(fired.started == [3])
    let next = table.timerFired(try #require(fired.timer).id)
    #expect(next.isEmpty)
    #expect(submit(4, rule).started == [4])
  }

  @Test mutating func throttleWithoutLatestDropsWhatComesInTheWindow() throws {
    let rule = ExecutionPolicy.Rule.throttle(.seconds(1), latest: false)
    let opened = submit(1, rule)
    #expect(submit(2, rule).dropped == [2])
    #expect(table.timerFired(try #require(opened.timer).id).isEmpty)
    #expect(submit(3, rule).started == [3])
  }

  @Test mutating func keysDoNotMeet() {
    #expect(submit(1, .drop, key: "a").started == [1])
    #expect(submit(2, .drop, key: "b").started == [2])
  }

  @Test mutating func cancelAllLeavesOnlyWhatRuns() throws {
    _ = submit(1, .wait(limit: 1))
    _ = submit(2, .wait(limit: 1))
    let timer = try #require(submit(3, .debounce(.seconds(1)), key: "b").timer)
    let outcome = table.cancelAll()
    #expect(outcome.cancelled == [1])
    #expect(Set(outcome.dropped) == [2, 3])
    #expect(outcome.stoppedTimers == [timer.id])
    #expect(!table.awaits(timer.id))
    _ = table.end(1)
    #expect(table.isEmpty)
    #expect(table.count == 0)
  }

  @Test mutating func unknownWorkIsIgnored() {
    #expect(table.end(7).isEmpty)
    #expect(table.cancel(7).isEmpty)
    #expect(table.timerFired(7).isEmpty)
  }

  @Test(.notRepeated, arguments: 0..<1_000)
  func everythingBeginsAndEndsOrIsDropped(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var table = Table()
    var (running, cancelled, waiting) = (Set<Int>(), Set<Int>(), Set<Int>())
    var timers = Set<Int>()

    func note(_ outcome: Table.Outcome) {
      for id in outcome.cancelled {
        #expect(running.contains(id))
        #expect(cancelled.insert(id).inserted)
      }
      for id in outcome.dropped { #expect(waiting.remove(id) != nil) }
      for id in outcome.started {
        #expect(waiting.remove(id) != nil)
        #expect(running.insert(id).inserted)
      }
      for timer in outcome.stoppedTimers { #expect(timers.remove(timer) != nil) }
      if let timer = outcome.timer { #expect(timers.insert(timer.id).inserted) }
      #expect(table.count == running.count + waiting.count)
    }

    let rules: [ExecutionPolicy.Rule] = [
      .allow, .drop, .restart, .wait(limit: 1), .wait(limit: 3), .debounce(.seconds(1)),
      .throttle(.seconds(1), latest: true), .throttle(.seconds(1), latest: false),
    ]
    for id in 0..<60 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4:
        waiting.insert(id)
        let rule = rules[Int.random(in: rules.indices, using: &generator)]
        let key = ["a", "b"][Int.random(in: 0..<2, using: &generator)]
        note(table.submit(id, key: key, rule: rule))
      case 4, 5:
        guard let id = running.sorted().randomElement(using: &generator) else { continue }
        running.remove(id)
        note(table.end(id))
      case 6:
        guard let id = running.union(waiting).sorted().randomElement(using: &generator) else {
          continue
        }
        note(table.cancel(id))
      default:
        guard let timer = timers.sorted().randomElement(using: &generator) else { continue }
        timers.remove(timer)
        note(table.timerFired(timer))
      }
    }
    while !running.isEmpty || !timers.isEmpty {
      if let id = running.popFirst() { note(table.end(id)) }
      if let timer = timers.popFirst() { note(table.timerFired(timer)) }
    }
    #expect(waiting.isEmpty)
    #expect(table.isEmpty)
  }

  private mutating func submit(
    _ id: Int,
    _ rule: ExecutionPolicy.Rule,
    key: String = "a"
  ) -> Table.Outcome {
    table.submit(id, key: key, rule: rule)
  }
}
