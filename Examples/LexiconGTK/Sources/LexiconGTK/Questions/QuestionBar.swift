import Foundation
import GTKKit
import ViewFeature

/// Shows an alert or dialog of the state next to its content.
@MainActor
final class QuestionBar<Q: Question> {
  let widget = Box.column().style("failure")
  private let choose: @MainActor (AlertButton<Q.Action>) -> Void
  private var shown: UUID?

  /// The alert or dialog; if it is `nil`, the bar is hidden.
  var question: Q? {
    didSet { update() }
  }

  /// Creates the bar; `choose` receives the chosen button.
  init(choose: @escaping @MainActor (AlertButton<Q.Action>) -> Void) {
    self.choose = choose
    widget.isVisible = false
  }

  private func update() {
    widget.isVisible = question != nil
    // Existing widgets keep the keyboard focus.
    guard let question, question.id != shown else { return }
    shown = question.id
    let buttons = Box.row(spacing: 12)
    for button in question.buttons {
      buttons.append(Button(button.label) { [choose] in choose(button) })
    }
    let texts = [question.title, question.message].compactMap { $0.map { Label($0).wrapped() } }
    let content = Box.column(spacing: 12)
    for text in texts { content.append(text) }
    content.append(buttons)
    widget.replaceChildren(with: content)
  }
}
