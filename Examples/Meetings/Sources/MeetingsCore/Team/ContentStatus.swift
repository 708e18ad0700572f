package import Foundation
package import ScreenStateKit

/// The lines below content from a server: its age, and what happens to it.
package struct ContentStatus: Equatable, Sendable {
  /// The age of the content, if there is any.
  package var age: String?
  /// The load, the pause before a retry, or the error.
  package var load: String?

  package var lines: [String] { [age, load].compactMap(\.self) }

  package init<Value>(
    _ resource: Resource<Value>,
    isOnline: Bool,
    staleAfter: Duration = .seconds(10),
    at now: Date
  ) {
    if let loadedAt = resource.loadedAt {
      let isStale = resource.isStale(after: staleAfter, at: now)
      age = "Loaded \(Self.seconds(from: loadedAt, to: now)) s ago\(isStale ? ", stale" : "")"
    }
    if !isOnline {
      load = "Offline: waiting for the server"
    } else if let retry = resource.retry {
      let seconds = Self.seconds(from: now, to: retry.date)
      load = "\(retry.error.message) Retrying in \(seconds) s, attempt \(retry.nextAttempt)"
    } else if resource.isLoading {
      load = "Loading…"
    } else if let error = resource.error {
      load = error.message
    }
  }

  private static func seconds(from start: Date, to end: Date) -> Int {
    max(0, Int(end.timeIntervalSince(start).rounded(.up)))
  }
}
