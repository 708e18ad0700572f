import Foundation
import GTKKit
import ViewFeature

/// Shows an alert or dialog of the state in a separate window.
@MainActor
final class QuestionDialog {
  /// The id of the alert or dialog.
  let id: UUID
  private let window: Window

  /// Opens the window; `choose` receives the chosen button.
  ///
  /// If the user closes the window, `choose` receives the cancel button, or `nil` if there is none.
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
    // Enter presses the button that changes nothing.
    (start.first ?? end.first)?.focus()
  }
}
