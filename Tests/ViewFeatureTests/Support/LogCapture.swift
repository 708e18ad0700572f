import Logging
import StateTesting

/// Catches everything that is logged in a process.
///
/// swift-log can be set up once in a process: for use in exit tests, each of which has one of its own.
struct LogCapture: Sendable {
  struct Entry: Equatable, Sendable {
    let label: String
    let level: Logger.Level
    let message: String
    var metadata: [String: String] = [:]
  }

  private struct Handler: LogHandler {
    let label: String
    let captured: LockIsolated<[Entry]>
    var metadata: Logger.Metadata = [:]
    // As with the handler that swift-log has when none is set.
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let entry = Entry(
        label: label,
        level: event.level,
        message: "\(event.message)",
        metadata: (event.metadata ?? [:]).mapValues { "\($0)" }
      )
      captured.withValue { $0.append(entry) }
    }
  }

  private let captured = LockIsolated<[Entry]>([])

  /// - Parameter level: The level of a logger that does not set its own.
  init(level: Logger.Level = .info) {
    LoggingSystem.bootstrap { [captured] label in
      var handler = Handler(label: label, captured: captured)
      handler.logLevel = level
      return handler
    }
  }

  var entries: [Entry] { captured.value }
  var messages: [String] { entries.map(\.message) }
}
