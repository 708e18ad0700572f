import GTKKit
import LexiconReplay

/// Shows the current entry of a session and its cause, with buttons to move to other entries.
@MainActor
final class ReplayBar {
  let widget: Widget
  private let replay: SessionReplay
  private let position = Label().style("position")
  private let text = Label().ellipsizedInTheMiddle().style("entry-text")
  private let cause = Label().ellipsizedInTheMiddle().style("cause")
  private let back: Button
  private let forward: Button
  private let nextAction: Button
  private let play: Button

  init(_ replay: SessionReplay) {
    self.replay = replay
    back = Button("Back", action: replay.goBack)
    forward = Button("Forward", action: replay.goForward)
    nextAction = Button("Next action", action: replay.goToNextAction)
    play = Button("Play", action: replay.playOrPause)
    let buttons = Box.row(spacing: 8, back, forward, nextAction, play, position)
    widget = Box.column(spacing: 4, buttons, text, cause).style("replay")
    update()
  }

  func update() {
    position.text = replay.position
    text.text = replay.text
    cause.text = replay.cause ?? ""
    back.isSensitive = !replay.isAtStart
    forward.isSensitive = !replay.isAtEnd
    nextAction.isSensitive = !replay.isAtEnd
    play.isSensitive = !replay.isAtEnd
    play.text = replay.isPlaying ? "Pause" : "Play"
  }
}
