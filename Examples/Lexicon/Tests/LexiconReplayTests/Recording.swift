import Foundation
import LexiconCore
import StateJournal
import ViewFeature

/// Recorded stores of the app.
@MainActor
struct Recording {
  let journal = Journal()
  let app = LexiconContent(
    provider: Unreachable(),
    library: Unreachable(),
    importer: Unreachable()
  )

  func record<F: Feature>(_ store: Store<F>) -> Store<F> {
    journal.record(store)
    return store
  }

  /// Returns the session as read from a file.
  func session() throws -> StateSession { try StateSession(journal.session().data) }

  /// Returns the search in `LexiconCoreTests` recorded by the terminal app.
  static func ofTerminal() throws -> StateSession {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try StateSession(
      contentsOf: tests.appending(path: "LexiconCoreTests/Sessions/search.jsonl")
    )
  }
}

extension StateSession {
  /// Returns the number of the first entry whose text contains a part.
  func number(of part: String) -> Int? { entries.first { $0.text.contains(part) }?.number }
}
