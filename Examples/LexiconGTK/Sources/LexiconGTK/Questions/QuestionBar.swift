import Foundation
import GTKKit
import ViewFeature

/// Asks a question of a state beside what it is about.
@MainActor
final class QuestionBar<Q: Question> {
  let widget = Box.column().style("failure")
  private let choose: @MainActor (AlertButton<Q.Action>) -> Void
  private var shown: UUID?

  /// What is asked; without it there is no bar.
  var question: Q? {
    didSet { update() }
  }

  /// Makes the bar; `choose` gets the button.
  init(choose: @escaping @MainActor (AlertButton<Q.Action>) -> Void) {
    self.choose = choose
    widget.isVisible = false
  }

  private func update() {
    widget.isVisible = question != nil
    // Widgets that are there keep the keys.
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
