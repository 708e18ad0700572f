import Figures
import ScreenStateKit

private enum PageAction: ActionLockable, Hashable, Sendable {
  case refresh
  case load(page: Int)
}

enum LockerRow: Row {
  static let name = "locker"

  static func figures(rounds: Int) async -> [Figure] {
    let locker = ActionLocker.nonIsolated
    var keys: Set<AnyHashable> = []
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { repetitions in
        for page in 0..<repetitions {
          let action = PageAction.load(page: page)
          guard (try? locker.lock(action)) != nil else { fatalError("The key is locked.") }
          locker.unlock(action)
        }
      },
      limit: { repetitions in
        for page in 0..<repetitions {
          let action = PageAction.load(page: page)
          guard keys.insert(AnyHashable(action)).inserted else { fatalError("A key twice") }
          keys.remove(AnyHashable(action))
        }
      }
    )
    return [
      Figure(
        row: name,
        "ActionLocker.nonIsolated, lock and unlock",
        against: "Set<AnyHashable>, insert and remove",
        comparison,
        highestRatio: 1.5
      )
    ]
  }
}
