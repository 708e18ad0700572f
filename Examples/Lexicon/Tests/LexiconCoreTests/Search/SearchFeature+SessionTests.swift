import Foundation
import LexiconCore
import ScreenStateKit
import StateJournal
import StateTesting
import Testing

/// Replays searches recorded by `scripts/run --record`.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SearchFeatureSessionTests {
  private func session(_ name: String = "search") throws -> StateSession {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try StateSession(contentsOf: tests.appending(path: "Sessions/\(name).jsonl"))
  }

  @Test func aRecordedSearchLeadsToTheSameStates() async throws {
    try await replay(
      try session(),
      SearchFeature(),
      initialState: SearchFeature.State()
    ) { state in
      #expect(state.query == "appa")
      #expect(state.matches.value?.isEmpty == false)
    }
  }

  /// The result for "ho" arrives after "house" is typed, in an app version that showed it.
  @Test func theMatchesAreThoseOfTheQuery() async throws {
    try await replay(
      try session("stale-search"),
      SearchFeature(),
      initialState: SearchFeature.State(),
      upTo: 70
    ) { state in
      #expect(state.query == "house")
      #expect(state.matches.isLoading)
    }
  }

  @Test func theSessionFitsTheStateOfToday() throws {
    #expect(try session().grade(of: SearchFeature.State()) == .same)
  }
}
