import Foundation
import GTKKit
import ViewFeature

/// Asks a question of a state in a window of its own.
@MainActor
final class QuestionDialog {
  /// The question that is asked.
  let id: UUID
  private let window: Window

  /// Opens the dialog; `choose` gets the button, or nothing if the user closes the dialog.
  init<Q: Question>(
    _ question: Q,
    over parent: Window,
    choose: @escaping @MainActor (AlertButton<Q.Action>?) -> Void
  ) {
    id = question.id
    window = Window(title: question.title, width: 360, height: 120)
    let cancel = question.buttons.first { $0.role == .cancel }
    var start: [Widget] = []
    var end: [Widget] = []
    for button in question.buttons {
      let widget = Button(button.label) { choose(button) }
      if button.role == .destructive { widget.style("destructive-action") }
      if button.role == .cancel { start.append(widget) } else { end.append(widget) }
    }
    if question.buttons.isEmpty { end.append(Button("Close") { choose(nil) }) }
    window.setContent(
      Box.column(Label(question.message ?? "").wrapped()).style("dialog"),
      header: HeaderBar(start: start, end: end).withoutWindowButtons()
    )
    window.setModal(over: parent)
    window.onEscape { choose(cancel) }
    window.onCloseRequest { choose(cancel) }
    window.present()
    // What changes nothing is what the enter key presses.
    (start.first ?? end.first)?.focus()
  }
}
