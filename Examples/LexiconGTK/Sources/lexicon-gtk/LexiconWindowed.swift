import ArgumentParser
import Foundation
import GTKKit
import LexiconCore
import LexiconGTK
import LexiconOptions
import LexiconReplay
import StateJournal

@main
struct LexiconWindowed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lexicon-gtk",
    abstract: "Browse and search a dictionary in a window, and keep words with notes."
  )

  @OptionGroup
  var options: LexiconOptions

  @OptionGroup
  var sessions: SessionOptions

  @Flag(
    help: ArgumentHelp(
      "Describe the widgets of all windows on standard output, as a line of JSON, at each SIGUSR1.",
      visibility: .hidden
    )
  )
  var describe = false

  // Not asynchronous, because GLib must own the main thread.
  func run() throws {
    do {
      try MainActor.assumeIsolated { try open() }
    } catch let failure as SessionFailure {
      Self.writeError("\(failure)")
      throw ExitCode(failure.status)
    }
  }

  @MainActor
  private func open() throws {
    let session = try sessions.session()
    let loop = try MainLoop()
    StyleSheet.install(LexiconStyle.css)
    for signal in [SIGINT, SIGTERM] {
      loop.onSignal(signal, loop.quit)
    }
    if describe {
      loop.onSignal(SIGUSR1, writeDescription)
    }
    if let session {
      let window = ReplayWindow(SessionReplay(session), close: loop.quit)
      window.open()
      loop.run()
    } else {
      try use(loop)
    }
  }

  @MainActor
  private func use(_ loop: MainLoop) throws {
    let journal = sessions.startRecording()
    let inspection = try journal.map { journal in
      try wait(loop) { () throws(SessionFailure) in try await sessions.startInspector(journal) }
    }
    if let inspection = inspection ?? nil {
      Self.writeError("the inspector is at \(inspection.address)")
    }
    let (content, _) = options.makeContent()
    let kept = try wait(loop) { () throws(SessionFailure) in
      await options.keep(content, recordedWith: sessions)
    }
    let window = LexiconWindow(content: content, close: loop.quit)
    window.open()
    loop.run()
    if let kept,
      let failure = try wait(loop, for: { () throws(SessionFailure) in await kept.flush() })
    {
      Self.writeError("\(failure)")
    }
    withExtendedLifetime(inspection) {}
    guard let journal else { return }
    try wait(loop) { () throws(SessionFailure) in try await sessions.write(journal) }
  }

  /// Runs the loop until `body` ends.
  @MainActor
  private func wait<Value>(
    _ loop: MainLoop,
    for body: @escaping @MainActor () async throws(SessionFailure) -> Value
  ) throws(SessionFailure) -> Value {
    var result: Result<Value, SessionFailure>?
    Task {
      do throws(SessionFailure) {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      loop.quit()
    }
    while true {
      loop.run()
      if let result { return try result.get() }
    }
  }

  @MainActor
  private func writeDescription() {
    do {
      let line = try JSONEncoder().encode(WidgetNode.windows) + Data("\n".utf8)
      try FileHandle.standardOutput.write(contentsOf: line)
    } catch {
      Self.writeError("\(error)")
    }
  }

  private static func writeError(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("lexicon-gtk: \(message)\n".utf8))
  }
}
