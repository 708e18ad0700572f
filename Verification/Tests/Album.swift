import ScreenStateKit
import SwiftUI
import ViewFeature

/// A feature that asks questions.
struct Album: Feature {
  @Observable
  final class State: ScreenState {
    var alert: AlertPrompt<Action>?
    var dialog: DialogPrompt<Action>?
    var notices = QuestionQueue<AlertPrompt<Action>>()
    var showsSheet = false
    var path: [String] = []
    var answers: [String] = []
  }

  enum Action: Equatable, Sendable {
    case answer(String)
    case ask(String)
    case askAgain
    case askForName
    case closeSheetAndAsk(String)
    case notify(String)
  }

  /// A question that is the same value each time.
  static let again = AlertPrompt<Action>(
    "Again?",
    buttons: [AlertButton("More", action: .askAgain), AlertButton("Done", action: .answer("done"))]
  )

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .answer(let text): state.answers.append(text)
      case .ask(let text): state.alert = Self.question(text)
      case .askAgain:
        state.answers.append("more")
        state.alert = Self.again
      case .askForName: state.alert = Self.name
      case .closeSheetAndAsk(let text):
        state.showsSheet = false
        state.alert = Self.question(text)
      case .notify(let text): state.notices.present(Self.question(text))
      }
      return .none
    }
  }

  static func question(_ text: String) -> AlertPrompt<Action> {
    AlertPrompt(
      text,
      buttons: [
        AlertButton("Yes", action: .answer(text)),
        AlertButton("More", action: .ask("\(text) again")),
        AlertButton("No", role: .cancel),
      ]
    )
  }

  private static var name: AlertPrompt<Action> {
    AlertPrompt(
      "Name",
      message: "It can be changed.",
      fields: [AlertTextField("Name", text: "old"), AlertTextField("Code", isSecure: true)],
      buttons: [AlertButton("Save") { .answer("\($0[0]) \($0[1])") }]
    )
  }
}
