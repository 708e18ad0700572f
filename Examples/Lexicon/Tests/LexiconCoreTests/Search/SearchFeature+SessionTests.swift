import Foundation
import LexiconCore
import ScreenStateKit
import StateJournal
import StateTesting
import Testing

/// A search that `scripts/run --record` has recorded.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SearchFeatureSessionTests {
  private func session() throws -> StateSession {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try StateSession(contentsOf: tests.appending(path: "Sessions/search.jsonl"))
  }

  @Test func aRecordedSearchLeadsToTheSameStates() async throws {
    try await replay(
      try session(),
      SearchFeature(provider: PendingProvider()),
      initialState: SearchFeature.State()
    ) { state in
      #expect(state.query == "appa")
      #expect(state.matches.value?.isEmpty == false)
    }
  }

  @Test func theSessionFitsTheStateOfToday() throws {
    #expect(try session().grade(of: SearchFeature.State()) == .same)
  }
}
