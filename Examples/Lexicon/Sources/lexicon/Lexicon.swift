import ArgumentParser
import Foundation
import LexiconCore
import LexiconOptions
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

  @Option(help: ArgumentHelp("Record what happens, up to the end, in a file.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Show what was recorded in a file, entry by entry: down goes on, up goes back, space plays.",
      valueName: "file"
    )
  )
  var replay: String?

  /// The exit status where a file cannot be written (`EX_CANTCREAT`).
  private static let cannotRecord: Int32 = 73

  func validate() throws {
    if record != nil, replay != nil {
      throw ValidationError("--record and --replay do not go together.")
    }
  }

  @MainActor
  func run() async throws {
    let isInTerminal = Terminal.isThere
    LoggingSystem.bootstrap { Self.logHandler(label: $0, isInTerminal: isInTerminal) }
    let status =
      if let replay {
        await self.replay(replay, isInTerminal: isInTerminal)
      } else {
        await use(isInTerminal: isInTerminal)
      }
    if status != 0 {
      throw ExitCode(status)
    }
  }

  @MainActor
  private func use(isInTerminal: Bool) async -> Int32 {
    let journal = record.map { _ in StateJournal.recordAll() }
    let (content, server) = options.makeContent()
    let status = await show(isInTerminal: isInTerminal) { size, show in
      LexiconView(content: content, size: size, show: show)
    }
    await server.stop()
    guard let journal, let record else { return status }
    do {
      try await journal.export(to: URL(fileURLWithPath: record))
      return status
    } catch {
      StandardStreams.writeError("lexicon: \(record) could not be written: \(error)")
      return Self.cannotRecord
    }
  }

  @MainActor
  private func replay(_ file: String, isInTerminal: Bool) async -> Int32 {
    do {
      let session = try StateSession(contentsOf: URL(fileURLWithPath: file))
      return await show(isInTerminal: isInTerminal) { size, show in
        ReplayView(session: session, size: size, show: show)
      }
    } catch {
      StandardStreams.writeError("lexicon: \(error)")
      return Session.damagedScript
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

  /// In a terminal the log would be on the screen; elsewhere it has what the frames do not show.
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
