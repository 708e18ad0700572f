import StateCore
import StateTestSupport
import Testing

struct LockTableTests {
  @Test func lockIsTakenOnce() {
    var table = LockTable<String>()
    #expect(table.lock("a") != nil)
    #expect(table.lock("a") == nil)
    #expect(table.lock("a") == nil)
    #expect(table.count == 1)
  }

  @Test func keysAreIndependent() {
    var table = LockTable<String>()
    #expect(table.lock("a") != nil)
    #expect(table.lock("b") != nil)
    table.unlock("a")
    #expect(table.lock("b") == nil)
    #expect(table.lock("a") != nil)
  }

  @Test func unlockOfAFreeKeyIsHarmless() {
    var table = LockTable<String>()
    table.unlock("a")
    #expect(table.count == 0)
    #expect(table.lock("a") != nil)
  }

  @Test func unlockAllFreesEveryKey() {
    var table = LockTable<Int>()
    for key in 0..<10 { #expect(table.lock(key) != nil) }
    table.unlockAll()
    #expect(table.count == 0)
    for key in 0..<10 { #expect(table.lock(key) != nil) }
  }

  // 6.1.6
  @Test func releasedKeysLeaveNoTrace() {
    var table = LockTable<Int>()
    for key in 0..<1_000 {
      #expect(table.lock(key) != nil)
      table.unlock(key)
    }
    #expect(table.count == 0)
  }

  @Test(.notRepeated) func allSequencesOfSixOperationsFollowTheModel() {
    enum Operation: CaseIterable {
      case lockA
      case lockB
      case unlockA
      case unlockB
      case unlockAll
    }

    var wrong: [[Operation]] = []
    for operations in allSequences(of: Operation.allCases, upTo: 6) {
      var table = LockTable<String>()
      var locked: [String] = []
      var answers: [Bool] = []
      var expected: [Bool] = []

      func lock(_ key: String) {
        answers.append(table.lock(key) != nil)
        expected.append(!locked.contains(key))
        if !locked.contains(key) { locked.append(key) }
      }
      func unlock(_ key: String) {
        table.unlock(key)
        locked.removeAll { $0 == key }
      }
      for operation in operations {
        switch operation {
        case .lockA: lock("a")
        case .lockB: lock("b")
        case .unlockA: unlock("a")
        case .unlockB: unlock("b")
        case .unlockAll:
          table.unlockAll()
          locked = []
        }
      }
      if answers != expected || table.count != locked.count { wrong.append(operations) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) sequences, such as \(wrong.prefix(3))")
  }
}
