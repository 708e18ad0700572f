import StateEngine
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

  @Test func oneOfManyGetsTheLock() async {
    for _ in 0..<50 {
      let lock = ActionLock()
      let winners = await withTaskGroup { group in
        for _ in 0..<16 { group.addTask { lock.lock("key") } }
        return await group.reduce(0) { $1 ? $0 + 1 : $0 }
      }
      #expect(winners == 1)
      #expect(lock.count == 1)
    }
  }

  @Test func concurrentLocksAndUnlocksLeaveNothing() async {
    let lock = ActionLock()
    await withTaskGroup { group in
      for worker in 0..<16 {
        group.addTask {
          for turn in 0..<200 {
            let key = AnyHashable((worker + turn) % 5)
            if lock.lock(key) { lock.unlock(key) }
          }
        }
      }
    }
    #expect(lock.count == 0)
  }
}

@Suite struct ActionLockReentryTests {
  /// A key that comes back to the lock when it is released.
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
}
