import ScreenStateKit
import StateCore
import StateQueries
import StateTesting
import ViewFeature

@Observable @MainActor
final class FollowState: ScreenState {
  var shown = (0..<4).map { _ in Resource<String>() }
}

/// A store that follows queries with the properties of its state, in one of the styles.
@MainActor
protocol FollowStyle: AnyObject {
  init(_ environment: StoreEnvironment, _ clock: TestClock) async
  /// The state, until the end.
  var state: FollowState? { get }
  /// Follows a query, in place of an earlier one of the same slot.
  func follow(_ slot: Int, _ query: WordQuery, keepsPrevious: Bool)
  func stop(_ slot: Int)
  /// Releases the state.
  func end()
}

extension FollowStyle {
  func follow(_ slot: Int, _ query: WordQuery) { follow(slot, query, keepsPrevious: false) }
}

@MainActor
final class ScreenFollowing: FollowStyle {
  private actor Store: ScreenStore {
    struct Action: ActionLockable, ExecutionPolicyProviding, Hashable {
      let slot: Int
      let query: WordQuery
      let keepsPrevious: Bool

      var lockKey: AnyHashable { slot }
      var executionPolicy: ExecutionPolicy { .restart }
    }

    nonisolated let binding: ScreenBinding<FollowState>

    init(_ environment: StoreEnvironment, _ clock: TestClock) {
      binding = ScreenBinding(clock: clock, environment: environment)
    }

    func perform(_ action: Action) async throws {
      let slot = action.slot
      try await follow(\.shown[slot], action.query, keepsPrevious: action.keepsPrevious)
    }
  }

  private(set) var state: FollowState? = FollowState()
  private let store: Store
  private var tasks: [Int: AnyTask] = [:]

  init(_ environment: StoreEnvironment, _ clock: TestClock) async {
    store = Store(environment, clock)
    if let state { await store.bind(to: state) }
  }

  func follow(_ slot: Int, _ query: WordQuery, keepsPrevious: Bool) {
    tasks[slot] = store.send(.init(slot: slot, query: query, keepsPrevious: keepsPrevious))
  }

  func stop(_ slot: Int) { tasks.removeValue(forKey: slot)?.cancel() }

  func end() { state = nil }
}

@MainActor
final class FeatureFollowing: FollowStyle {
  private struct Following: Feature {
    typealias State = FollowState

    enum Action: Sendable {
      case follow(Int, WordQuery, keepsPrevious: Bool)
      case stop(Int)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        switch action {
        case .follow(let slot, let query, let keepsPrevious):
          .follow(query, into: \.shown[slot], id: slot, keepsPrevious: keepsPrevious)
        case .stop(let slot): .cancel(id: slot)
        }
      }
    }
  }

  private var store: Store<Following>?

  init(_ environment: StoreEnvironment, _ clock: TestClock) async {
    store = Store(
      initialState: FollowState(),
      feature: Following(),
      clock: clock,
      environment: environment
    )
  }

  var state: FollowState? { store?.state }

  func follow(_ slot: Int, _ query: WordQuery, keepsPrevious: Bool) {
    store?.send(.follow(slot, query, keepsPrevious: keepsPrevious))
  }

  func stop(_ slot: Int) { store?.send(.stop(slot)) }

  func end() { store = nil }
}
