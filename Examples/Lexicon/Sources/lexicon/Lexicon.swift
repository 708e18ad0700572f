import ArgumentParser
import LexiconCore
import LexiconTerminal
import Logging
import WordService

@main
struct Lexicon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lexicon",
    abstract: "Browse a dictionary in the terminal.",
    discussion: """
      Keys: up, down, pageup, pagedown, home, end; r loads again or retries, d or Escape \
      dismisses an error, ? shows help, q quits.

      Without a terminal, each line of standard input is the name of a key, or 'wait', which \
      waits until everything is loaded, and each frame is printed as text.
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

  @Option(help: ArgumentHelp("How long to wait for an answer.", valueName: "seconds"))
  var timeout = 10.0

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
  }

  @MainActor
  func run() async throws {
    let isInTerminal = Terminal.isThere
    LoggingSystem.bootstrap { Self.logHandler(label: $0, isInTerminal: isInTerminal) }
    let server = WordServer(configuration: service)
    let store = WordListStore(
      provider: HTTPWordProvider(timeout: timeout) { try await server.start() },
      filter: WordFilter(prefix: prefix, text: text)
    )
    let status = isInTerminal ? await browse(store) : await play(store)
    await server.stop()
    if status != 0 {
      throw ExitCode(status)
    }
  }

  @MainActor
  private func browse(_ store: WordListStore) async -> Int32 {
    let terminal = Terminal()
    terminal.open()
    defer { terminal.close() }
    let view = WordListView(
      state: WordListState(),
      store: store,
      size: terminal.size,
      show: terminal.show
    )
    return await Session(view: view, report: { _ in }).run(terminal.events)
  }

  /// Plays the script on standard input.
  @MainActor
  private func play(_ store: WordListStore) async -> Int32 {
    let transcript = Transcript(write: StandardStreams.writeOutput)
    let view = WordListView(
      state: WordListState(),
      store: store,
      size: size,
      show: transcript.append
    )
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
