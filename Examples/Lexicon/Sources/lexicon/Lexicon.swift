import ArgumentParser
import Foundation
import LexiconCore
import LexiconOptions
import LexiconReplay
import LexiconTerminal
import Logging
import StateJournal
import WordService

@main
struct Lexicon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lexicon",
    abstract: "Browse and search a dictionary in the terminal, and keep words with notes.",
    discussion: """
      The last line of each screen shows its keys; ? shows more of them.

      Without a terminal, each line of standard input is the name of a key, 'type' and a text, or \
      'wait', which waits until everything is done, and each frame is printed as text.
      """
  )

  @OptionGroup
  var options: LexiconOptions

  @Option(
    help: ArgumentHelp("The size of the frames without a terminal.", valueName: "columnsxrows")
  )
  var size = TerminalSize.standard

  @OptionGroup
  var sessions: SessionOptions

  @OptionGroup
  var traces: TraceOptions

  @Option(
    help: ArgumentHelp(
      "Print the Swift source of a test that repeats a recorded session.",
      valueName: "file"
    )
  )
  var exportTest: String?

  @Option(
    help: ArgumentHelp("The number of the wrong entry, where the test ends.", valueName: "number")
  )
  var entry: Int?

  @Option(help: ArgumentHelp("The name of the test.", valueName: "name"))
  var testName = "theSessionIsRepeated"

  @MainActor
  func run() async throws {
    let isInTerminal = Terminal.isThere
    LoggingSystem.bootstrap { Self.logHandler(label: $0, isInTerminal: isInTerminal) }
    let status: Int32
    do {
      status =
        if let exportTest {
          try printTest(exportTest)
        } else if let session = try sessions.session() {
          await replay(session, isInTerminal: isInTerminal)
        } else {
          try await use(isInTerminal: isInTerminal)
        }
    } catch let failure as SessionFailure {
      StandardStreams.writeError("lexicon: \(failure)")
      status = failure.status
    }
    if status != 0 {
      throw ExitCode(status)
    }
  }

  /// Prints the source of a test that reads the file in the `Sessions` folder of the tests.
  @MainActor
  private func printTest(_ file: String) throws -> Int32 {
    let session = try StateSession(file: file)
    do throws(LexiconTestError) {
      let name = URL(fileURLWithPath: file).lastPathComponent
      StandardStreams.writeOutput(
        try session.lexiconTest(named: testName, upTo: entry, file: name)
      )
      return 0
    } catch {
      StandardStreams.writeError("lexicon: \(error)")
      return Session.damagedScript
    }
  }

  @MainActor
  private func use(isInTerminal: Bool) async throws -> Int32 {
    let journal = sessions.startRecording()
    let trace = traces.start()
    let inspection =
      if let journal { try await sessions.startInspector(journal) } else { Inspection?.none }
    if let inspection {
      StandardStreams.writeError("lexicon: the inspector is at \(inspection.address)")
    }
    let (content, server) = options.makeContent()
    let kept = await options.keep(content, recordedWith: sessions)
    let status = await show(isInTerminal: isInTerminal) { size, show in
      LexiconView(content: content, size: size, show: show)
    }
    if let failure = await kept?.flush() { StandardStreams.writeError("lexicon: \(failure)") }
    await server.stop()
    withExtendedLifetime(inspection) {}
    if let journal { try await sessions.write(journal) }
    try trace?.write()
    return status
  }

  @MainActor
  private func replay(_ session: StateSession, isInTerminal: Bool) async -> Int32 {
    let replay = SessionReplay(session)
    return await show(isInTerminal: isInTerminal) { size, show in
      ReplayView(replay: replay, size: size, show: show)
    }
  }

  /// Shows an app in the terminal, or plays the script on standard input.
  @MainActor
  private func show(
    isInTerminal: Bool,
    _ make: (TerminalSize, @escaping (Frame, Frame?) -> Void) -> any AppView
  ) async -> Int32 {
    guard isInTerminal else {
      let transcript = Transcript(write: StandardStreams.writeOutput)
      let view = make(size) { frame, _ in transcript.append(frame) }
      return await Session(view: view, report: StandardStreams.writeError)
        .run(StandardStreams.script())
    }
    let terminal = Terminal()
    terminal.open()
    defer { terminal.close() }
    return await Session(view: make(terminal.size, terminal.show(_:over:)), report: { _ in })
      .run(terminal.events)
  }

  /// Returns the log handler; in a terminal, log output would disturb the screen.
  private nonisolated static func logHandler(
    label: String,
    isInTerminal: Bool
  ) -> any LogHandler {
    guard !isInTerminal else { return SwiftLogNoOpLogHandler() }
    var handler = StreamLogHandler.standardError(label: label)
    handler.logLevel = .warning
    return handler
  }
}

extension TerminalSize: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}
