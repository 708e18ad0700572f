import ArgumentParser
import LexiconCore
import LexiconDatabase
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

  @Option(help: ArgumentHelp("Show only words that begin with this.", valueName: "letters"))
  var prefix = ""

  @Option(help: ArgumentHelp("Show only words whose entry has this text.", valueName: "text"))
  var text = ""

  @Option(help: ArgumentHelp("How long the word service holds back an answer.", valueName: "ms"))
  var latency = 200

  @Option(help: ArgumentHelp("Let each Nth request to the service fail.", valueName: "n"))
  var failEvery: Int?

  @Option(help: ArgumentHelp("How a request fails.", visibility: .hidden))
  var failWith = FaultPlan.Fault.status

  @Option(help: ArgumentHelp("The service's port on 127.0.0.1; 0 takes a free one."))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      "How long to wait for an answer, or for a database that is locked.",
      valueName: "seconds"
    )
  )
  var timeout = 10.0

  @Option(
    help: ArgumentHelp(
      "Where saved words are kept; \(SQLiteNoteLibrary.memory) keeps them until the end.",
      valueName: "file"
    )
  )
  var database = SQLiteNoteLibrary.defaultPath

  @Option(
    help: ArgumentHelp("The size of the frames without a terminal.", valueName: "columnsxrows")
  )
  var size = TerminalSize.standard

  func validate() throws {
    guard (0...60_000).contains(latency) else {
      throw ValidationError("--latency takes 0 to 60000 milliseconds, not \(latency).")
    }
    guard failEvery ?? 1 > 0 else {
      throw ValidationError("--fail-every takes a number from 1 on, not \(failEvery ?? 0).")
    }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout takes up to 3600 seconds, not \(timeout).")
    }
    guard !database.isEmpty else {
      throw ValidationError("--database takes the path of a file, which is empty here.")
    }
  }

  @MainActor
  func run() async throws {
    let isInTerminal = Terminal.isThere
    LoggingSystem.bootstrap { Self.logHandler(label: $0, isInTerminal: isInTerminal) }
    let server = WordServer(configuration: service)
    let content = LexiconContent(
      provider: HTTPWordProvider(timeout: timeout) { try await server.start() },
      library: SQLiteNoteLibrary(path: database, busyTimeout: timeout),
      filter: WordFilter(prefix: prefix, text: text)
    )
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

  private var service: WordServer.Configuration {
    var service = WordServer.Configuration()
    service.port = port
    service.latency = .milliseconds(latency)
    service.faults = FaultPlan(every: failEvery, fault: failWith)
    return service
  }
}

extension FaultPlan.Fault: ExpressibleByArgument {}

extension TerminalSize: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}
