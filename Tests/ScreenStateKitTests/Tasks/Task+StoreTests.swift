import ScreenStateKit
import StateTestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TaskStoreTests {
  private let never = Gate()

  @Test func anyKindOfTaskCanBeStored() async throws {
    let bag = CancelBag()
    let throwing = Task<Int, any Error> { [never] in
      await never.wait()
      try Task.checkCancellation()
      return 1
    }
    let stored = throwing.store(in: bag)
    Task { [never] in await never.wait() }.store(in: bag)
    await bag.cancelAll()
    await #expect(throws: CancellationError.self) { try await stored.waitComplete() }
  }

  @Test func identifierMayBeAnyHashableValue() async {
    enum Work: Hashable {
      case load(page: Int)
    }
    let bag = CancelBag()
    let tasks = [
      run().store(in: bag, withIdentifier: Work.load(page: 1)),
      run().store(in: bag, withIdentifier: Work.load(page: 2)),
      run().store(in: bag, withIdentifier: 1),
      run().store(in: bag, withIdentifier: "1"),
      run().store(in: bag, withIdentifier: #function),
    ]
    #expect(await bag.count == 5)
    await bag.cancel(forIdentifier: Work.load(page: 1))
    #expect(tasks.map(\.isCancelled) == [true, false, false, false, false])
    await bag.cancel(forIdentifier: "1")
    #expect(tasks.map(\.isCancelled) == [true, false, false, true, false])
    await bag.cancel(forIdentifier: #function)
    #expect(tasks.map(\.isCancelled) == [true, false, false, true, true])
  }

  @Test func withoutABagTheTaskContinues() async throws {
    let release = Gate()
    let work = Task { await release.wait() }
    let tasks = [work.store(in: nil), work.store(in: nil, withIdentifier: "a")]
    #expect(tasks.map(\.isCancelled) == [false, false])
    release.open()
    for task in tasks { try await task.waitComplete() }
    #expect(tasks.map(\.isCancelled) == [false, false])
  }

  private func run() -> Task<Void, Never> {
    Task { [never] in await never.wait() }
  }
}
