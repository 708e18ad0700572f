package import Logging
import StateTesting

/// A capture of everything that is logged in a process.
///
/// swift-log can be set up only once per process, so use this in exit tests, which have separate processes.
package struct LogCapture: Sendable {
  package struct Entry: Equatable, Sendable {
    package let label: String
    package let level: Logger.Level
    package let message: String
    package let metadata: [String: String]

    package init(
      label: String,
      level: Logger.Level,
      message: String,
      metadata: [String: String] = [:]
    ) {
      self.label = label
      self.level = level
      self.message = message
      self.metadata = metadata
    }
  }

  private struct Handler: LogHandler {
    let label: String
    let captured: LockIsolated<[Entry]>
    let hasLogged: Signal
    var metadata: Logger.Metadata = [:]
    // The same level as swift-log's default handler.
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
      hasLogged.fire()
    }
  }

  private let captured = LockIsolated<[Entry]>([])
  /// Fires with the first entry.
  package let hasLogged = Signal()

  /// - Parameter level: The level of loggers that don't set one.
  package init(level: Logger.Level = .info) {
    LoggingSystem.bootstrap { [captured, hasLogged] label in
      var handler = Handler(label: label, captured: captured, hasLogged: hasLogged)
      handler.logLevel = level
      return handler
    }
  }

  package var entries: [Entry] { captured.value }
  package var messages: [String] { entries.map(\.message) }
}
