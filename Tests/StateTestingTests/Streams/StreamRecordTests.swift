import StateTestSupport
import Testing

@testable import StateTesting

@Suite(.needsRuntimeHooks, .timeLimit(.minutes(20)), .simulated(seeds: 0..<10))
struct StreamRecordTests {
  private struct Failure: Error {}

  private let record = StreamRecord<Int>()

  /// Waits in parallel to the test.
  ///
  /// The signal fires when the wait has ended.
  private func wait(for count: Int) async -> (task: Task<Void, Never>, hasEnded: Signal) {
    let hasEnded = Signal()
    let task = Task { [record] in
      await record.wait(for: count)
      hasEnded.fire()
    }
    await settle()
    return (task, hasEnded)
  }

  @Test func elementsAreKeptInOrder() {
    for number in 1...3 { record.add(number) }
    #expect(record.elements == [1, 2, 3])
    #expect(record.outcome == nil)
  }

  @Test func eachWaitEndsWithItsCount() async {
    let waits = [await wait(for: 1), await wait(for: 3), await wait(for: 2)]
    for count in 1...3 {
      record.add(count)
      await settle()
      #expect(waits.map(\.hasEnded.hasFired) == [true, count >= 3, count >= 2])
    }
  }

  @Test func existingElementsAreReturnedWithoutAWait() async {
    record.add(1)
    await record.wait(for: 0)
    await record.wait(for: 1)
  }

  @Test func theEndEndsAllWaits() async throws {
    let waits = [await wait(for: 1), await wait(for: .max)]
    record.end(.failure(Failure()))
    for wait in waits { await wait.hasEnded.wait() }
    await record.wait(for: 5)
    let outcome = try #require(record.outcome)
    #expect(throws: Failure.self) { try outcome.get() }
  }

  @Test func aCancelEndsItsWaitOnly() async {
    let cancelled = await wait(for: 1)
    let other = await wait(for: 1)
    cancelled.task.cancel()
    await settle()
    #expect(cancelled.hasEnded.hasFired)
    #expect(!other.hasEnded.hasFired)
    record.add(1)
    await other.hasEnded.wait()
  }

  @Test func whoIsCancelledAlreadyDoesNotWait() async {
    let task = Task { [record] in
      withUnsafeCurrentTask { $0?.cancel() }
      await record.wait(for: 1)
    }
    await task.value
  }
}
