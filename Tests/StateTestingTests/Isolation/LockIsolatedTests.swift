import StateTesting
import Testing

@Suite struct LockIsolatedTests {
  @Test func noChangeIsLost() async {
    let count = LockIsolated(0)
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { for _ in 0..<100 { count.withValue { $0 += 1 } } }
      }
    }
    #expect(count.value == 10_000)
  }

  @Test func membersAreRead() {
    let values = LockIsolated([1, 2, 3])
    #expect(values.count == 3)
    values.setValue([])
    #expect(values.isEmpty)
  }

  @Test func theErrorOfTheOperationIsRethrown() {
    struct Failure: Error {}
    let value = LockIsolated(1)
    #expect(throws: Failure.self) {
      try value.withValue { value in
        value = 2
        throw Failure()
      }
    }
    #expect(value.value == 2)
  }
}
