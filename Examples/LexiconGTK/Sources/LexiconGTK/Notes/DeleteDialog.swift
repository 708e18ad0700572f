import GTKKit

/// Asks whether a saved word is to be deleted.
@MainActor
final class DeleteDialog {
  private let window: Window

  /// Opens the dialog; `close` gets the answer.
  init(
    word: String,
    over parent: Window,
    close: @escaping @MainActor (_ isConfirmed: Bool) -> Void
  ) {
    window = Window(title: "Delete “\(word)”?", width: 360, height: 120)
    let question = Label("The word and your note on it will be deleted.").wrapped()
    let keep = Button("Keep") { close(false) }
    let delete = Button("Delete") { close(true) }.style("destructive-action")
    window.setContent(
      Box.column(question).style("dialog"),
      header: HeaderBar(start: [keep], end: [delete]).withoutWindowButtons()
    )
    window.setModal(over: parent)
    window.onEscape { close(false) }
    window.onCloseRequest { close(false) }
    window.present()
    keep.focus()
  }
}
