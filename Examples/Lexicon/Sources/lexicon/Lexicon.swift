import ArgumentParser
import LexiconCore
import LexiconOptions
import LexiconTerminal
import Logging
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

  @MainActor
  func run() async throws {
    let isInTerminal = Terminal.isThere
    LoggingSystem.bootstrap { Self.logHandler(label: $0, isInTerminal: isInTerminal) }
    let (content, server) = options.makeContent()
    let status = isInTerminal ? await browse(content) : await play(content)
    await server.stop()
    if status != 0 {
      throw ExitCode(status)
    }
  }

  @MainActor
  private func browse(_ content: LexiconContent) async -> Int32 {
    let terminal = Terminal()
    terminal.open()
    defer { terminal.close() }
    let view = LexiconView(content: content, size: terminal.size, show: terminal.show(_:over:))
    return await Session(view: view, report: { _ in }).run(terminal.events)
  }

  /// Plays the script on standard input.
  @MainActor
  private func play(_ content: LexiconContent) async -> Int32 {
    let transcript = Transcript(write: StandardStreams.writeOutput)
    let view = LexiconView(content: content, size: size) { frame, _ in transcript.append(frame) }
    return await Session(view: view, report: StandardStreams.writeError)
      .run(StandardStreams.script())
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
