import GTKKit
import LexiconCore
import ScreenStateKit
import ViewFeature

/// Shows the import of the words, which precedes all other screens.
@MainActor
final class ImportView {
  let widget: Widget
  private let store: Store<ImportFeature>
  private let begin: @MainActor () -> Void
  private let bar = ProgressBar(name: "Imported words")
  private let status = Label()
  private let failure: FailureBar

  /// Creates the view; it calls `finish` when all words are imported.
  init(store: Store<ImportFeature>, finish: @escaping @MainActor () -> Void) {
    self.store = store
    begin = {
      Task {
        await store.send(.start).value
        if store.state.isFinished {
          finish()
        }
      }
    }
    failure = FailureBar(action: begin)
    let title = Label("Importing the words…").style("title-1")
    widget = Box.column(spacing: 16, title, bar, status, failure.widget).style("details")
    widget.follow { [weak self] in self?.update() }
  }

  func start() {
    begin()
  }

  private func update() {
    let progress = store.state.progress
    bar.fraction = progress?.fraction ?? 0
    status.text = progress.map { "\($0.done) of \($0.total) words imported" } ?? ""
    failure.error = store.state.displayError
  }
}
