import StateTestSupport
import StateTesting
import Testing

@testable import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CompletionCountTests {
  private let count = CompletionCount()

  @Test func nothingIsWaitedForWhenNothingRuns() async {
    await count.wait()
    count.enter()
    count.leave()
    await count.wait()
  }

  @Test(.simulated(seeds: 0..<20)) func waitEndsWithTheLast() async {
    let isDone = LockIsolated(false)
    count.enter()
    count.enter()
    let waiting = Task { [count] in
      await count.wait()
      isDone.setValue(true)
    }
    count.leave()
    await settle()
    #expect(!isDone.value)
    count.leave()
    await waiting.value
    #expect(isDone.value)
  }
}
