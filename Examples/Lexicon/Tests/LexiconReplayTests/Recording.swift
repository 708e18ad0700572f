import Foundation
import LexiconCore
import StateJournal
import ViewFeature

/// Stores of the app that are recorded.
@MainActor
struct Recording {
  let journal = StateJournal()
  let app = LexiconContent(
    provider: Unreachable(),
    library: Unreachable(),
    importer: Unreachable()
  )

  func record<F: Feature>(_ store: Store<F>) -> Store<F> {
    journal.record(store)
    return store
  }

  /// As a file has it.
  func session() throws -> StateSession { try StateSession(journal.session().data) }

  /// The search in `LexiconCoreTests`, which the app in a terminal has recorded.
  static func ofTerminal() throws -> StateSession {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try StateSession(
      contentsOf: tests.appending(path: "LexiconCoreTests/Sessions/search.jsonl")
    )
  }
}

extension StateSession {
  /// The number of the first entry whose text has a part.
  func number(of part: String) -> Int? { entries.first { $0.text.contains(part) }?.number }
}
