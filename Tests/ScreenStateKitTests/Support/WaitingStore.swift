import ScreenStateKit
import StateTesting

@Observable @MainActor
final class WaitingState: ScreenState, StateUpdatable {
  var elements: [Int] = []
}

/// A store whose actions wait for other actions of the same store or of another one.
actor WaitingStore: ScreenStore {
  indirect enum Action: ActionLockable, ExecutionPolicyProviding, Hashable, Sendable {
    case work
    /// Waits for another action of the same store.
    case wait(Action)
    /// Waits for an action of the other store.
    case waitElsewhere(Action)
    /// Makes another task wait for an action of the same store.
    case leave(Action)
    /// Fails until `isBroken` is false.
    case fail

    var executionPolicy: ExecutionPolicy {
      switch self {
      case .work, .wait, .waitElsewhere: .queue.group("queue")
      case .leave, .fail: .dropWhileRunning
      }
    }
  }

  struct Weak: Sendable {
    weak let store: WaitingStore?
  }

  nonisolated let binding = ScreenBinding<WaitingState>()
  nonisolated let other = LockIsolated<Weak?>(nil)
  nonisolated let workCount = LockIsolated(0)
  nonisolated let isBroken = LockIsolated(true)
  nonisolated let errors = LockIsolated<[any Error]>([])

  func perform(_ action: Action) async throws {
    switch action {
    case .work: workCount.withValue { $0 += 1 }
    case .wait(let action): await wait(for: action, in: self)
    case .waitElsewhere(let action):
      if let other = other.value?.store { await wait(for: action, in: other) }
    case .leave(let action): Task { await isolatedReceive(action: action) }
    case .fail: if isBroken.value { throw DisplayableError(message: "Broken") }
    }
  }

  private func wait(for action: Action, in store: WaitingStore) async {
    do {
      try await store.receive(action: action).waitComplete()
    } catch {
      errors.withValue { $0.append(error) }
    }
  }
}
