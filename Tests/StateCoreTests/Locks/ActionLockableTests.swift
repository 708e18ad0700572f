import StateCore
import Testing

struct ActionLockableTests {
  private enum Action: ActionLockable, Hashable {
    case refresh
    case read(byId: Int)
  }

  private enum Coarse: ActionLockable {
    case read(id: Int)
    case write(id: Int)

    var lockKey: AnyHashable {
      switch self {
      case .read: "read"
      case .write: "write"
      }
    }
  }

  @Test func keyIsTheWholeValue() {
    #expect(Action.read(byId: 1).lockKey == Action.read(byId: 1).lockKey)
    #expect(Action.read(byId: 1).lockKey != Action.read(byId: 2).lockKey)
    #expect(Action.read(byId: 1).lockKey != Action.refresh.lockKey)
    #expect(Action.refresh.lockKey == AnyHashable(Action.refresh))
  }

  @Test func keyMayBeCoarserThanTheValue() {
    #expect(Coarse.read(id: 1).lockKey == Coarse.read(id: 2).lockKey)
    #expect(Coarse.read(id: 1).lockKey != Coarse.write(id: 1).lockKey)
  }

  @Test func ownKeyOfAHashableActionWins() {
    struct Refresh: ActionLockable, Hashable {
      var page: Int
      var lockKey: AnyHashable { "refresh" }
    }
    func key(_ action: any ActionLockable) -> AnyHashable { action.lockKey }
    #expect(key(Refresh(page: 1)) == key(Refresh(page: 2)))
  }
}
