import StateTestSupport
import ViewFeature

/// A feature whose state has snapshots, and whose effects send actions and change the state.
struct Inbox: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var isLoading = false
    var messages: [String] = []
    var unread = 0
    var draft: Editor.State?

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("isLoading", \.isLoading)
      SnapshotField("messages", \.messages)
      SnapshotField("unread", \.unread)
      SnapshotField("draft", child: \.draft)
    }
  }

  enum Action: Equatable, Sendable {
    case load
    case loaded([String])
    case count
    case readAll
    case fail
    case refuse
    case write
    case wait
    case noteLater
    case loadTwice
  }

  var gate = Gate()
  var configure: @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State> = { $0 }

  func handle() -> ActionHandler<Action, State> {
    configure(
      ActionHandler { action, state in
        switch action {
        case .load:
          state.isLoading = true
          return .run(id: "load", name: "load") { [gate] _, send in
            try await gate.pass()
            send(.loaded(["a", "b"]))
          }
        case .loaded(let messages):
          state.isLoading = false
          state.messages = messages
          return .run { _, send in send(.count) }
        case .count:
          state.unread = state.messages.count
        case .readAll:
          state.unread = 0
        case .fail:
          state.unread = -1
          throw TestError("failed")
        case .refuse:
          break
        case .write:
          state.draft = Editor.State(text: "draft")
        case .wait:
          return .run(id: 7, name: "endless") { [gate] _ in try await gate.pass() }
        case .noteLater:
          return .run { [gate] state in
            try await gate.pass()
            state.messages.append("noted")
          }
        case .loadTwice:
          return .merge(
            .run { _, send in send(.loaded(["1"])) },
            .run { _, send in send(.loaded(["2"])) }
          )
        }
        return .none
      }
    )
  }
}

extension Editor.State: SnapshotState {
  static let snapshotFields = SnapshotFields<Editor.State> { SnapshotField("text", \.text) }

  func makeEmptyCopy() -> Editor.State? { Editor.State(id: id) }
}
