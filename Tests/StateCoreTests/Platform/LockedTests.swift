import StateCore
import Testing

struct LockedTests {
  @Test func valueIsKeptAndChangedInPlace() {
    let locked = Locked([1])
    locked.withLock { $0.append(2) }
    #expect(locked.withLock { $0 } == [1, 2])
  }

  @Test func concurrentChangesAreAllKept() async {
    final class Counter: Sendable {
      let value = Locked(0)
    }
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<500 { counter.value.withLock { $0 += 1 } }
        }
      }
    }
    #expect(counter.value.withLock { $0 } == 8_000)
  }

  @Test func errorGoesThroughAndTheLockIsReleased() {
    struct Failure: Error, Equatable {}
    let locked = Locked(1)
    #expect(throws: Failure()) {
      try locked.withLock { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(locked.withLock { $0 } == 2)
  }

  @Test func valueNeedNotBeSendable() {
    final class Box {
      var value = 0
    }
    let locked = Locked(Box())
    locked.withLock { $0.value += 1 }
    #expect(locked.withLock { $0.value } == 1)
  }
}
