import LexiconCore
import StateTesting
import Testing

@testable import LexiconTerminal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StartedWorkTests {
  private let work = StartedWork()
  private let clock = TestClock()

  @Test func withoutWorkThereIsNothingToWaitFor() async {
    await work.settle()
  }

  @Test func allWorkIsWaitedForWhateverEndsFirst() async {
    var done: [Int] = []
    for (number, seconds) in [(1, 3), (2, 1), (3, 2)] {
      work.add { [clock] in
        try? await clock.sleep(for: .seconds(seconds))
        done.append(number)
      }
    }
    await clock.waitForSleepers(count: 3)
    let settled = Task { await work.settle() }
    await clock.advance(by: .seconds(3))
    await settled.value
    #expect(done == [2, 3, 1])
  }

  @Test func workThatWorkStartsIsWaitedForToo() async {
    var done: [String] = []
    work.add { [work] in
      work.add {
        await Task.yield()
        done.append("second")
      }
      done.append("first")
    }
    await work.settle()
    #expect(done == ["first", "second"])
  }
}
