import ScreenStateKit
package import StateQueries
import Tracing

/// A word with all its meanings, which all screens share.
package struct WordEntryQuery: ResourceQuery {
  package let word: String
  /// The span of the screen that asks first: a load of the cache has no context of a caller.
  private let context: ServiceContext?

  package var options: QueryOptions {
    var options = QueryOptions()
    // A dictionary doesn't change while the app runs.
    options.staleAfter = nil
    options.keepsFor = .seconds(3_600)
    // The screen shows the error, and its user retries.
    options.retry = .never
    return options
  }

  package init(_ word: String) {
    self.word = word
    context = ServiceContext.current
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.word == rhs.word }

  package func hash(into hasher: inout Hasher) { hasher.combine(word) }

  package func load(in context: QueryContext) async throws -> WordEntry {
    try await ServiceContext.withValue(self.context ?? .topLevel) {
      try await context.environment.wordProvider.entry(of: word)
    }
  }
}
