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

  @Test func waitEndsWithTheLast() async {
    count.enter()
    count.enter()
    let log = Task { [count] in
      await count.wait()
      return "done"
    }
    count.leave()
    await Task.yield()
    count.leave()
    #expect(await log.value == "done")
  }
}
