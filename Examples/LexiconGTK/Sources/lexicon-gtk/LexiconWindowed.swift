import ArgumentParser
import Foundation
import GTKKit
import LexiconGTK
import LexiconOptions

@main
struct LexiconWindowed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lexicon-gtk",
    abstract: "Browse and search a dictionary in a window, and keep words with notes."
  )

  @OptionGroup
  var options: LexiconOptions

  @Flag(
    help: ArgumentHelp(
      "Describe the widgets of all windows on standard output, as a line of JSON, at each SIGUSR1.",
      visibility: .hidden
    )
  )
  var describe = false

  // Not asynchronous: the main thread has to be GLib's.
  func run() throws {
    try MainActor.assumeIsolated { try open() }
  }

  @MainActor
  private func open() throws {
    let loop = try MainLoop()
    StyleSheet.install(LexiconStyle.css)
    let (content, _) = options.makeContent()
    let window = LexiconWindow(content: content, close: loop.quit)
    for signal in [SIGINT, SIGTERM] {
      loop.onSignal(signal, loop.quit)
    }
    if describe {
      loop.onSignal(SIGUSR1, writeDescription)
    }
    window.open()
    loop.run()
  }

  @MainActor
  private func writeDescription() {
    do {
      let line = try JSONEncoder().encode(WidgetNode.windows) + Data("\n".utf8)
      try FileHandle.standardOutput.write(contentsOf: line)
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("lexicon-gtk: \(error)\n".utf8))
    }
  }
}
