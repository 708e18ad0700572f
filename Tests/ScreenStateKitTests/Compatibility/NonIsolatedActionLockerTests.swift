import ScreenStateKit
import Testing

struct NonIsolatedActionLockerTests {
  private let locker = ActionLocker.nonIsolated

  private enum Action: ActionLockable, Hashable {
    case refresh
    case read(byId: Int)
  }

  @Test func canExecuteTakesTheLock() {
    #expect(locker.canExecute(Action.refresh))
    #expect(!locker.canExecute(Action.refresh))
    #expect(!locker.canExecute(Action.refresh))
    locker.unlock(Action.refresh)
    #expect(locker.canExecute(Action.refresh))
  }

  @Test func lockThrowsWhenTheActionRuns() throws {
    try locker.lock(Action.refresh)
    #expect(throws: ActionLocker.Errors.actionIsRunning) { try locker.lock(Action.refresh) }
    #expect(!locker.canExecute(Action.refresh))
    locker.unlock(Action.refresh)
    try locker.lock(Action.refresh)
  }

  @Test func actionsAreComparedByTheirKeys() {
    #expect(locker.canExecute(Action.read(byId: 1)))
    #expect(locker.canExecute(Action.read(byId: 2)))
    #expect(!locker.canExecute(Action.read(byId: 1)))
    locker.unlock(Action.read(byId: 2))
    #expect(!locker.canExecute(Action.read(byId: 1)))
  }

  @Test func unlockOfAFreeActionIsHarmless() {
    locker.unlock(Action.refresh)
    #expect(locker.canExecute(Action.refresh))
  }

  @Test func freeUnlocksEverything() {
    #expect(locker.canExecute(Action.refresh))
    #expect(locker.canExecute(Action.read(byId: 1)))
    locker.free()
    #expect(locker.canExecute(Action.refresh))
    #expect(locker.canExecute(Action.read(byId: 1)))
  }

  @Test func eachOneIsNew() {
    #expect(locker.canExecute(Action.refresh))
    #expect(ActionLocker.nonIsolated.canExecute(Action.refresh))
  }

  // 6.1.6
  @Test func releasedKeysAreNotKept() {
    final class Token: Hashable, Sendable {
      static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    struct TokenAction: ActionLockable, Hashable {
      let token: Token
    }
    var action: TokenAction? = TokenAction(token: Token())
    weak let reference = action?.token
    if let action { #expect(locker.canExecute(action)) }
    if let action { locker.unlock(action) }
    action = nil
    #expect(reference == nil)

    action = TokenAction(token: Token())
    weak let second = action?.token
    if let action { #expect(locker.canExecute(action)) }
    action = nil
    #expect(second != nil)
    locker.free()
    #expect(second == nil)
  }

  @Test func actorUsesItWithoutAwait() async {
    actor Store {
      private let locker = ActionLocker.nonIsolated
      func begin() -> Bool { locker.canExecute(Action.refresh) }
      func end() { locker.unlock(Action.refresh) }
    }
    let store = Store()
    #expect(await store.begin())
    #expect(await !store.begin())
    await store.end()
    #expect(await store.begin())
  }
}
