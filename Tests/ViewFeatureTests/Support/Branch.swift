import StateTestSupport
import ViewFeature

/// A feature whose children have the same type.
struct Branch: OutputFeature {
  @MainActor @Observable final class State: SnapshotState, Identifiable {
    let id: Int
    var title: String
    var branches: [State]
    var done = 0

    init(_ id: Int, _ title: String = "", _ branches: [State] = []) {
      self.id = id
      self.title = title
      self.branches = branches
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("title", \.title)
      SnapshotField("branches", children: \.branches)
      SnapshotField("done", \.done)
    }

    func makeEmptyCopy() -> State? { State(id) }
  }

  enum Action: Equatable, Sendable {
    case rename(String)
    case work
    case cut(Int)
    case branch(Int, Output)
  }

  enum Output: Equatable, Sendable {
    case done(Int)
  }

  let gate: Gate

  // Computed, because a stored property would make this feature contain itself.
  var branches: ChildCollection<Branch, Int> {
    ChildCollection(\.branches, self, output: Action.branch)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .rename(let title):
        state.title = title
        return .none
      case .work:
        return .run(name: "work") { [gate] state in
          try await gate.pass()
          await store.output(.done(1))
        }
      case .cut(let id):
        state.branches.removeAll { $0.id == id }
        return .none
      case .branch(_, .done(let count)):
        state.done += count
        return output(.done(count + 1))
      }
    }
  }
}
