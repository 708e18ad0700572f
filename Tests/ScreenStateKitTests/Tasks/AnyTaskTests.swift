import ScreenStateKit
import StateTestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AnyTaskTests {
  private struct Failure: Error, Equatable {}
  private let bag = CancelBag()
  private let never = Gate()

  @Test func idIsTheIdentifier() {
    let task = Task {}.store(in: bag, withIdentifier: "load")
    #expect(task.id as? String == "load")
  }

  @Test func idsWithoutIdentifierDiffer() {
    let ids = [Task {}.store(in: bag).id, Task {}.store(in: bag).id]
    #expect(AnyHashable(ids[0]) != AnyHashable(ids[1]))
  }

  @Test func cancelCancelsTheTask() async {
    let task = Task { [never] in await never.wait() }
    let anyTask = task.store(in: bag)
    #expect(!anyTask.isCancelled)
    anyTask.cancel()
    #expect(anyTask.isCancelled)
    #expect(task.isCancelled)
    await task.value
  }

  @Test func waitCompleteWaitsForTheEnd() async throws {
    let release = Gate()
    let hasEnded = Gate()
    let task = Task {
      await release.wait()
      hasEnded.open()
      return 1
    }.store(in: bag)
    release.open()
    try await task.waitComplete()
    #expect(hasEnded.isOpen)
  }

  @Test func itsMethodsCanBeHandedOn() async throws {
    let task = Task { [never] in await never.wait() }.store(in: bag)
    let cancel: @Sendable () -> Void = task.cancel
    let wait: @Sendable () async throws -> Void = task.waitComplete
    cancel()
    try await wait()
    #expect(task.isCancelled)
  }

  @Test func waitCompleteThrowsTheErrorOfTheTask() async {
    let task = Task { throw Failure() }.store(in: bag)
    await #expect(throws: Failure()) { try await task.waitComplete() }
  }
}
