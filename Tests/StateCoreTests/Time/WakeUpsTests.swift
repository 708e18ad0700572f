import StateTestSupport
import StateTesting
import Testing

@testable import StateCore

/// A test's clock continues when the work that its timer resumed has run up to its next suspension.
///
/// Each test is repeated, because most rounds would pass without the wait.
@Suite(.timeLimit(.minutes(20))) struct WakeUpsTests {
  private let clock = TestClock()
  private let roundCount = 200

  @MainActor
  @Test func theMainActorHasSeenATick() async {
    let ticker = Ticker(every: .seconds(1), on: clock)
    var count = 0
    let task = Task { while await ticker.next() { count += 1 } }
    for round in 1...roundCount {
      await clock.advance(by: .seconds(1))
      #expect(count == round)
    }
    ticker.stop()
    await task.value
  }

  private actor Counter {
    var count = 0

    func count(_ ticker: Ticker) async {
      while await ticker.next() { count += 1 }
    }
  }

  @Test func anotherActorHasSeenATick() async {
    let ticker = Ticker(every: .seconds(1), on: clock)
    let counter = Counter()
    let task = Task { await counter.count(ticker) }
    // The task may begin later than the first tick.
    await clock.advance(by: .seconds(1))
    await eventually { await counter.count == 1 }
    for round in 1...roundCount {
      await clock.advance(by: .seconds(1))
      #expect(await counter.count == round + 1)
    }
    ticker.stop()
    await task.value
  }

  @MainActor
  @Test func whatATimeLimitCancelsHasSeenIt() async {
    for _ in 0..<roundCount {
      let limit = TimeLimit()
      var isCancelled = false
      let task = ImmediateTask.start { @MainActor in
        do { try await clock.sleep(for: .seconds(2)) } catch { isCancelled = true }
      }
      await clock.waitForSleepers()
      _ = limit.begin()
      limit.start(clock, after: .seconds(1)) {
        task.cancel()
        return true
      }
      await clock.advance(by: .seconds(1))
      #expect(isCancelled)
    }
  }

  @MainActor
  @Test func workWhoseTurnHasComeHasRun() async throws {
    let work = RunningWork()
    let owner = work.insertOwner()
    for _ in 0..<roundCount {
      let request = WorkRequest(parent: owner, key: "search", rule: .debounce(.seconds(1)))
      let id = try #require(work.begin(request, clock: clock))
      var hasRun = false
      let task = ImmediateTask.start { @MainActor in
        hasRun = await work.turn(of: id)
        work.end(id)
      }
      await clock.advance(by: .seconds(1))
      #expect(hasRun)
      await task.value
    }
  }

  @Test func missingWorkIsNotWaitedFor() async {
    #expect(await WakeUps().haveArrived().isEmpty)
  }
}
