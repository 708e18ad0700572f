import StateCore
import Testing

struct ActionLockTests {
  @Test func lockIsTakenOnceAndGivenBack() {
    let lock = ActionLock()
    #expect(lock.lock("a"))
    #expect(!lock.lock("a"))
    #expect(lock.lock("b"))
    lock.unlock("a")
    #expect(lock.count == 1)
    #expect(lock.lock("a"))
  }

  @Test func keysOfDifferentTypesDiffer() {
    let lock = ActionLock()
    #expect(lock.lock(1))
    #expect(lock.lock("1"))
    #expect(lock.count == 2)
  }

  @Test func unlockAllFreesEveryKey() {
    let lock = ActionLock()
    #expect(lock.lock("a"))
    #expect(lock.lock("b"))
    lock.unlockAll()
    #expect(lock.count == 0)
  }
}

@Suite struct ActionLockReentryTests {
  /// A key that calls back to the lock when it is released.
  private final class Screen: Hashable {
    let lock: ActionLock

    init(_ lock: ActionLock) {
      self.lock = lock
    }

    deinit { lock.unlockAll() }

    static func == (lhs: Screen, rhs: Screen) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  @Test func aKeyMayComeBackWhenItIsReleased() {
    let lock = ActionLock()
    _ = lock.lock(AnyHashable(Screen(lock)))
    lock.unlockAll()
    #expect(lock.count == 0)
  }

  @Test func theKeyOfAReleasedLockMayComeBack() throws {
    let lock = ActionLock()
    let first = try #require(lock.acquire(AnyHashable(Screen(lock))))
    let other = try #require(lock.acquire(AnyHashable(Screen(lock))))
    // Only the table also retains the key.
    lock.release(first)
    #expect(lock.count == 0)
    lock.release(other)
    #expect(lock.count == 0)
  }
}
