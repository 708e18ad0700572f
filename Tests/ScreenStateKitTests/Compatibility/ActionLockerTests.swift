import ScreenStateKit
import Testing

struct ActionLockerTests {
  private let locker = ActionLocker()

  private enum Action: ActionLockable, Hashable {
    case refresh
    case read(byId: Int)
  }

  @Test func canExecuteTakesTheLock() async {
    #expect(await locker.canExecute(Action.refresh))
    #expect(await !locker.canExecute(Action.refresh))
    await locker.unlock(Action.refresh)
    #expect(await locker.canExecute(Action.refresh))
  }

  @Test func lockThrowsWhenTheActionRuns() async throws {
    try await locker.lock(Action.refresh)
    await #expect(throws: ActionLocker.Errors.actionIsRunning) {
      try await locker.lock(Action.refresh)
    }
    await locker.unlock(Action.refresh)
    try await locker.lock(Action.refresh)
  }

  @Test func actionsAreComparedByTheirKeys() async {
    #expect(await locker.canExecute(Action.read(byId: 1)))
    #expect(await locker.canExecute(Action.read(byId: 2)))
    await locker.unlock(Action.read(byId: 2))
    #expect(await !locker.canExecute(Action.read(byId: 1)))
  }

  @Test func unlockOfAFreeActionIsHarmless() async {
    await locker.unlock(Action.refresh)
    #expect(await locker.canExecute(Action.refresh))
  }

  @Test func freeUnlocksEverything() async {
    #expect(await locker.canExecute(Action.refresh))
    #expect(await locker.canExecute(Action.read(byId: 1)))
    await locker.free()
    #expect(await locker.canExecute(Action.refresh))
    #expect(await locker.canExecute(Action.read(byId: 1)))
  }

  @Test func eachIsolatedOneIsNew() async {
    let first: ActionLocker = ActionLocker.isolated
    let second: IsolatedActionLocker = .isolated
    #expect(await first.canExecute(Action.refresh))
    #expect(await second.canExecute(Action.refresh))
  }

  @Test func oneOfManyGetsTheLock() async {
    let locker = locker
    let winners = await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { await locker.canExecute(Action.refresh) } }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(winners == 1)
  }
}
