import ArgumentParser
import Foundation
import GTKKit
import LexiconCore
import LexiconDatabase
import LexiconGTK
import WordService

@main
struct LexiconWindowed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lexicon-gtk",
    abstract: "Browse and search a dictionary in a window, and keep words with notes."
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

  @Flag(
    help: ArgumentHelp(
      "Describe the widgets of all windows on standard output, as a line of JSON, at each SIGUSR1.",
      visibility: .hidden
    )
  )
  var describe = false

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

  // Not asynchronous: the main thread has to be GLib's.
  func run() throws {
    try MainActor.assumeIsolated { try open() }
  }

  @MainActor
  private func open() throws {
    let loop = try MainLoop()
    StyleSheet.install(LexiconStyle.css)
    let server = WordServer(configuration: service)
    let content = LexiconContent(
      provider: HTTPWordProvider(timeout: timeout) { try await server.start() },
      library: SQLiteNoteLibrary(path: database, busyTimeout: timeout),
      filter: WordFilter(prefix: prefix, text: text)
    )
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

  private var service: WordServer.Configuration {
    var service = WordServer.Configuration()
    service.port = port
    service.latency = .milliseconds(latency)
    service.faults = FaultPlan(every: failEvery, fault: failWith)
    return service
  }
}

extension FaultPlan.Fault: ExpressibleByArgument {}
