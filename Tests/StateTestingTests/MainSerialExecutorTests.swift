import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.serialized, .needsRuntimeHooks)
struct MainSerialExecutorTests {
  private actor Recorder {
    var entries: [Int] = []
    func record(_ entry: Int) { entries.append(entry) }
  }

  @Test func tasksRunInTheOrderOfTheirCreation() async {
    for _ in 0..<50 {
      await withMainSerialExecutor {
        let recorder = Recorder()
        for number in 0..<20 { Task { await recorder.record(number) } }
        await Task.megaYield()
        #expect(await recorder.entries == Array(0..<20))
      }
    }
  }

  @Test func theSettingLastsUntilTheLastOverlappingUseIsOver() async {
    let (firstMayEnd, endFirst) = AsyncStream<Void>.makeStream()
    let (secondHasBegun, beginSecond) = AsyncStream<Void>.makeStream()
    let first = Task {
      await withMainSerialExecutor {
        for await _ in firstMayEnd { break }
      }
    }
    let second = Task {
      await withMainSerialExecutor {
        beginSecond.yield()
        await first.value
        #expect(uncheckedUseMainSerialExecutor)
      }
    }
    for await _ in secondHasBegun { break }
    endFirst.yield()
    await second.value
  }

  @Test func aSettingMadeByHandOutlivesAUse() {
    // Another test's use may have set the value before.
    defer { uncheckedUseMainSerialExecutor = false }
    uncheckedUseMainSerialExecutor = true
    withMainSerialExecutor {}
    #expect(uncheckedUseMainSerialExecutor)
  }

  @Test func theErrorOfTheOperationIsRethrown() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await withMainSerialExecutor {
        await Task.yield()
        throw Failure()
      }
    }
  }
}
