import ScreenStateKit
import SwiftUI
import ViewFeature

/// A feature that asks questions.
struct Album: Feature {
  @Observable
  final class State: ScreenState {
    var alert: ViewFeature.Alert<Action>?
    var dialog: ConfirmationDialog<Action>?
    var notices = QuestionQueue<ViewFeature.Alert<Action>>()
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
  static let again = ViewFeature.Alert<Action>(
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

  static func question(_ text: String) -> ViewFeature.Alert<Action> {
    ViewFeature.Alert(
      text,
      buttons: [
        AlertButton("Yes", action: .answer(text)),
        AlertButton("More", action: .ask("\(text) again")),
        AlertButton("No", role: .cancel),
      ]
    )
  }

  private static var name: ViewFeature.Alert<Action> {
    ViewFeature.Alert(
      "Name",
      message: "It can be changed.",
      fields: [AlertTextField("Name", text: "old"), AlertTextField("Code", isSecure: true)],
      buttons: [AlertButton("Save") { .answer("\($0[0]) \($0[1])") }]
    )
  }
}
