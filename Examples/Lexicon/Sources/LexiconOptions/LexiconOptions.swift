import ArgumentParser
import Foundation
package import LexiconCore
import LexiconDatabase
package import WordService

/// The options shared by the terminal app and the windowed app.
package struct LexiconOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("List only words that start with these letters.", valueName: "letters")
  )
  var prefix = ""

  @Option(
    help: ArgumentHelp(
      "List only words that contain this text in the word, a definition or an example.",
      valueName: "text"
    )
  )
  var text = ""

  @Option(
    help: ArgumentHelp("The delay of the service's answers, in milliseconds.", valueName: "ms")
  )
  var latency = 200

  @Option(help: ArgumentHelp("Let each Nth request fail.", valueName: "n"))
  var failEvery: Int?

  @Option(help: ArgumentHelp("How a request fails.", visibility: .hidden))
  var failWith = FaultPlan.Fault.status

  @Option(help: ArgumentHelp("The service's port on 127.0.0.1; 0 chooses a free port."))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      "The maximum time to wait for an answer or a locked database, in seconds.",
      valueName: "seconds"
    )
  )
  var timeout = 10.0

  @Option(
    help: ArgumentHelp(
      "The file for saved words; \(SQLiteNoteLibrary.memory) keeps them until the app ends.",
      valueName: "file"
    )
  )
  var database = SQLiteNoteLibrary.defaultPath

  @Option(
    help: ArgumentHelp(
      "The file that the words are imported into; \(SQLiteNoteLibrary.memory) imports them at each start.",
      valueName: "file"
    )
  )
  var words = SQLiteWordStore.defaultPath

  @Option(
    help: ArgumentHelp(
      """
      The folder for the reader's place and the settings; \(SQLiteNoteLibrary.memory) keeps them until the app ends.
      """,
      valueName: "folder"
    )
  )
  var state = URL(filePath: SQLiteNoteLibrary.defaultPath).deletingLastPathComponent()
    .path(percentEncoded: false)

  package init() {}

  package func validate() throws {
    guard (0...60_000).contains(latency) else {
      throw ValidationError("--latency must be between 0 and 60000 milliseconds, not \(latency).")
    }
    guard failEvery ?? 1 > 0 else {
      throw ValidationError("--fail-every must be at least 1, not \(failEvery ?? 0).")
    }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout must be at most 3600 seconds, not \(timeout).")
    }
    for (name, path) in [("database", database), ("words", words), ("state", state)]
    where path.isEmpty {
      throw ValidationError("--\(name) requires a path that isn't empty.")
    }
  }

  /// Creates the app's content from these options, and the word service that it uses.
  @MainActor
  package func makeContent() -> (content: LexiconContent, server: WordServer) {
    let store = SQLiteWordStore(
      path: words,
      busyTimeout: timeout,
      source: WordLibrary.wordNetJSON
    )
    let server = WordServer(configuration: service) { try await WordLibrary(json: store.json()) }
    let content = LexiconContent(
      provider: HTTPWordProvider(timeout: timeout) { try await server.start() },
      library: SQLiteNoteLibrary(path: database, busyTimeout: timeout),
      filter: WordFilter(prefix: prefix, text: text),
      importer: SQLiteWordStore.hasWords(at: words) ? nil : store
    )
    return (content, server)
  }

  /// Restores the content's saved state and saves it from now on; returns `nil` if the state isn't kept.
  ///
  /// A recorded session starts from the initial state, so that a test can replay it.
  @MainActor
  package func keep(
    _ content: LexiconContent,
    recordedWith sessions: SessionOptions
  ) async -> KeptStates? {
    guard state != SQLiteNoteLibrary.memory, sessions.record == nil else { return nil }
    return await KeptStates(content, in: URL(filePath: state, directoryHint: .isDirectory))
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
