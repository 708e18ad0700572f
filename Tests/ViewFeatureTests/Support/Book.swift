import ViewFeature

/// A book that asks for confirmation before it changes.
struct Book: OutputFeature {
  @MainActor @Observable final class State: SnapshotState, Identifiable {
    let id: Int
    var title: String
    var alert: AlertPrompt<Action>?
    var dialog: DialogPrompt<Action>?
    var notices = QuestionQueue<AlertPrompt<Action>>()
    var answers: [String] = []

    init(id: Int = 0, title: String = "Book") {
      self.id = id
      self.title = title
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("title", \.title)
      SnapshotField("alert", \.alert)
      SnapshotField("dialog", \.dialog)
      SnapshotField("notices", \.notices)
      SnapshotField("answers", \.answers)
    }

    func makeEmptyCopy() -> State? { State(id: id) }
  }

  enum Action: Equatable, Sendable {
    case askToDelete
    case askForTitle
    case sort
    case notify(String)
    case load
    case failed(String)
    case delete
    case rename(String)
    case answer(String)
  }

  enum Output: Equatable, Sendable {
    case deleted
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .askToDelete: state.alert = Self.deletion
      case .askForTitle:
        state.alert = AlertPrompt(
          "Title",
          fields: [AlertTextField("Title", text: state.title)],
          buttons: [AlertButton("Rename") { .rename($0[0]) }, AlertButton("Cancel", role: .cancel)]
        )
      case .sort:
        state.dialog = DialogPrompt(
          "Sort by",
          buttons: [AlertButton("Title", action: .answer("title"))]
        )
      case .notify(let text): state.notices.present(Self.notice(text))
      case .load: return .run { _, send in send(.failed("No network")) }
      case .failed(let text): state.alert = Self.notice(text)
      case .delete:
        state.answers.append("alert: \(state.alert == nil ? "gone" : "there")")
        return output(.deleted)
      case .rename(let title): state.title = title
      case .answer(let text): state.answers.append(text)
      }
      return .none
    }
  }

  static var deletion: AlertPrompt<Action> {
    AlertPrompt(
      "Delete?",
      message: "This can't be undone.",
      buttons: [
        AlertButton("Delete", role: .destructive, action: .delete),
        AlertButton("Cancel", role: .cancel),
      ]
    )
  }

  static func notice(_ text: String) -> AlertPrompt<Action> {
    AlertPrompt(text, buttons: [AlertButton("OK", action: .answer(text))])
  }
}
