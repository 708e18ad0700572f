import Foundation
import GTKKit
import LexiconCore

/// Asks what is to become of a note that another program has changed meanwhile.
@MainActor
final class ConflictBar {
  let widget: Widget
  private let label = Label().wrapped()
  private let decide: @MainActor (NoteEditorFeature.Action) -> Void

  /// What is asked about; without it there is no bar.
  var conflict: NoteConflict? {
    didSet {
      label.text = conflict?.localizedDescription ?? ""
      widget.isVisible = conflict != nil
    }
  }

  init(decide: @escaping @MainActor (NoteEditorFeature.Action) -> Void) {
    self.decide = decide
    let buttons = Box.row(spacing: 12)
    widget = Box.column(spacing: 12, label, buttons).style("failure")
    buttons.append(Button("Save mine") { [weak self] in self?.answer { .overwrite($0) } })
    buttons.append(Button("Take the other") { [weak self] in self?.answer { .takeOther($0) } })
    buttons.append(Button("Go on writing") { decide(.keepWriting) })
    widget.isVisible = false
  }

  private func answer(_ action: (NoteConflict) -> NoteEditorFeature.Action) {
    guard let conflict else { return }
    decide(action(conflict))
  }
}
