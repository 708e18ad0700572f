import StateTestSupport
import StateTesting
import Testing

@testable import StateCore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TickerTests {
  private let clock = TestClock()

  /// Counts ticks until there are no more.
  private func count(_ ticker: Ticker) -> (log: LockIsolated<Int>, task: Task<Void, Never>) {
    let log = LockIsolated(0)
    let task = Task {
      while await ticker.next() { log.withValue { $0 += 1 } }
    }
    return (log, task)
  }

  @Test func theFirstIntervalBeginsWithTheTicker() async {
    let ticker = Ticker(every: .seconds(2), on: clock)
    await clock.advance(by: .seconds(2))
    #expect(await ticker.next())
    ticker.stop()
  }

  @Test func eachEndOfAnIntervalIsATick() async {
    let ticker = Ticker(every: .seconds(2), on: clock)
    let (log, task) = count(ticker)
    await clock.advance(by: .seconds(7))
    #expect(log.value == 3)
    await clock.advance(by: .seconds(1))
    #expect(log.value == 4)
    ticker.stop()
    await task.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func untakenTicksAreCoalesced() async {
    let ticker = Ticker(every: .seconds(1), on: clock)
    await clock.advance(by: .milliseconds(3_500))
    #expect(await ticker.next())
    let (log, task) = count(ticker)
    await clock.advance(by: .milliseconds(400))
    #expect(log.value == 0)
    await clock.advance(by: .milliseconds(100))
    #expect(log.value == 1)
    ticker.stop()
    await task.value
  }

  @Test func oneThatDoesNotRepeatTicksOnce() async {
    let ticker = Ticker(every: .seconds(1), on: clock, repeats: false)
    await clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    #expect(await ticker.next())
  }

  @Test func aStopEndsTheWait() async {
    let ticker = Ticker(every: .seconds(1), on: clock)
    let (log, task) = count(ticker)
    await Task.yield()
    ticker.stop()
    await task.value
    #expect(log.value == 0)
    #expect(await !ticker.next())
  }

  @Test func aCancelEndsTheWaitAndTheTicks() async {
    let ticker = Ticker(every: .seconds(1), on: clock)
    let (_, task) = count(ticker)
    task.cancel()
    await task.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func aDroppedTickerTicksNoMore() async {
    weak var ticker: Ticker?
    do {
      let made = Ticker(every: .seconds(1), on: clock)
      ticker = made
    }
    #expect(ticker == nil)
    await clock.advance(by: .seconds(3))
    #expect(clock.sleeperCount == 0)
  }
}
