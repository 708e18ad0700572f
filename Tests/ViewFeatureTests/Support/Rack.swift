import Observation
import ViewFeature

/// A child in a list and in properties.
struct RackItem: Feature {
  @Observable @MainActor
  final class State: SnapshotState, Identifiable {
    let id: Int

    init(id: Int) { self.id = id }

    static let snapshotFields = SnapshotFields<State> { SnapshotField("id", \.id) }
  }

  enum Action: Equatable, Sendable {
    case work, worked, close, hang
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .work: .run { _, send in send(.worked) }
      case .worked: .none
      case .close: dismiss()
      case .hang:
        .run { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
    }
  }
}

/// A feature with one child in several properties.
struct Rack: Feature {
  @Observable @MainActor
  final class State: SnapshotState {
    var items = [RackItem.State(id: 1)]
    var selected: RackItem.State?
    var current: RackItem.State? { items.first }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("items", children: \.items)
      SnapshotField("selected", child: \.selected)
    }
  }

  enum Action: Equatable, Sendable {
    case select, clear, restore, addFirst
  }

  let items = ChildCollection(\State.items, RackItem())
  let selected = OptionalChild(\State.selected, RackItem())
  let current = OptionalChild(\State.current, RackItem())

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .select: state.selected = state.items[0]
      case .clear: state.items = []
      case .restore: state.items = [state.selected].compactMap { $0 }
      case .addFirst: state.items.insert(RackItem.State(id: 2), at: 0)
      }
      return .none
    }
  }
}
