import GTKKit
package import LexiconReplay

/// Replays a recorded session in a window, entry by entry, with the recorded screens.
@MainActor
package final class ReplayWindow {
  private let replay: SessionReplay
  private let window = Window(title: "Lexicon", width: 900, height: 600)
  private let stage = ReplayStage()
  private let bar: ReplayBar

  /// Creates the window; it calls `close` when the user closes it.
  package init(_ replay: SessionReplay, close: @escaping @MainActor () -> Void) {
    self.replay = replay
    bar = ReplayBar(replay)
    window.setContent(
      Box.column(stage.widget, bar.widget),
      header: HeaderBar(title: Label("A recorded session"))
    )
    window.onCloseRequest(close)
    replay.didChange = { [weak self] in self?.update() }
    update()
  }

  package func open() {
    window.present()
  }

  private func update() {
    stage.show(replay.screens)
    bar.update()
  }
}
