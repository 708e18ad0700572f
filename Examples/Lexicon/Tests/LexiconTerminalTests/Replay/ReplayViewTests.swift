import LexiconReplay
import LexiconTerminal
import StateJournal
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)), .simulated) struct ReplayViewTests {
  /// The recordings also had stores of other tests.
  private struct ForeignStores: Error {
    let features: [String]
  }

  /// A replay that collects its frames.
  @MainActor
  private final class Replay {
    var frames: [String] = []
    private(set) var view: ReplayView?

    init(_ session: StateSession, clock: any Clock<Duration> = ContinuousClock()) {
      let replay = SessionReplay(session, clock: clock)
      let view = ReplayView(replay: replay, size: .standard) { [weak self] frame, _ in
        self?.frames.append(frame.plainText)
      }
      self.view = view
      view.appear()
    }

    @discardableResult
    func press(_ keys: Key...) -> Bool {
      var goesOn = true
      for key in keys { goesOn = view?.press(key) ?? false }
      return goesOn
    }

    var last: String { frames.last ?? "" }
    /// The last frame without the line that shows the entry.
    var screen: String {
      last.split(separator: "\n", omittingEmptySubsequences: false).dropLast().joined(
        separator: "\n"
      )
    }
    var status: String { last.split(separator: "\n").last.map(String.init) ?? "" }
  }

  /// Records a search for two letters and the page of the first match.
  ///
  /// A recording with another test's store, which a thread outside of the simulation has bound, is repeated.
  private func record() async throws -> StateSession {
    let own = ["DetailsFeature", "MarksFeature", "SearchFeature", "WordListStore"]
    var features: [String] = []
    for _ in 0..<20 {
      let session = try await recordOnce()
      features = session.stores.map(\.feature).sorted()
      if features == own { return session }
    }
    throw ForeignStores(features: features)
  }

  private func recordOnce() async throws -> StateSession {
    let journal = Journal.recordAll()
    let app = await TestApp()
    app.type("/word1")
    await app.waitForFrame(with: "> word1 ")
    app.press(.enter)
    await app.waitForFrame(with: "1. (noun) a meaning of word1")
    app.view.disappear()
    // As read from a file.
    return try StateSession(journal.session().data)
  }

  private func move(_ replay: Replay, to text: String) throws {
    for _ in 0..<1_000 {
      if replay.screen.contains(text) { return }
      let before = replay.status
      replay.press(.down)
      try #require(replay.status != before, "\(text) is nowhere")
    }
  }

  @Test func eachScreenIsShownAsItWas() async throws {
    let replay = Replay(try await record())
    try move(replay, to: "> word0 ")
    try move(replay, to: "Word: wo█")
    try move(replay, to: "Word: word1█")
    try move(replay, to: "> word1 ")
    try move(replay, to: "1. (noun) a meaning of word1")
    #expect(replay.screen.hasPrefix("word1"))
  }

  @Test func backShowsWhatWasThereBefore() async throws {
    let replay = Replay(try await record())
    var seen = [replay.last]
    while true {
      replay.press(.down)
      if replay.last == seen.last { break }
      seen.append(replay.last)
    }
    #expect(seen.count > 20)
    for frame in seen.reversed() {
      #expect(replay.last == frame)
      replay.press(.up)
    }
    replay.press(.end)
    #expect(replay.last == seen.last)
    replay.press(.home)
    #expect(replay.last == seen.first)
  }

  @Test func enterGoesFromActionToAction() async throws {
    let replay = Replay(try await record())
    var actions: [String] = []
    for _ in 0..<100 {
      let before = replay.status
      replay.press(.enter)
      if replay.status == before { break }
      if replay.status.contains("receives queryChanged") { actions.append(replay.status) }
    }
    #expect(actions.count == 5)
    #expect(actions.last?.contains("word1") == true)
  }

  @Test func theLineAboveTheEntryNamesWhatHasLedToIt() async throws {
    let replay = Replay(try await record())
    for _ in 0..<1_000 where !replay.status.contains("query: \"wo\" → \"wor\"") {
      replay.press(.down)
    }
    let lines = replay.last.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == TerminalSize.standard.rows)
    #expect(lines[lines.count - 2].hasPrefix("← "))
    #expect(lines[lines.count - 2].hasSuffix("SearchFeature: receives queryChanged(\"wor\")"))
    replay.press(.home)
    #expect(replay.screen.split(separator: "\n").last?.hasPrefix("← ") != true)
  }

  @Test func playShowsEachChangeUpToTheLast() async throws {
    let clock = TestClock()
    let replay = Replay(try await record(), clock: clock)
    replay.press(.character(" "))
    for _ in 0..<200 {
      await Task.yield()
      await clock.advance(by: .seconds(1))
    }
    await replay.view?.settle()
    #expect(replay.screen.contains("1. (noun) a meaning of word1"))
    // Playback has stopped.
    #expect(!replay.press(.character("q")))
  }

  @Test func aKeyEndsThePlaying() async throws {
    let clock = TestClock()
    let replay = Replay(try await record(), clock: clock)
    replay.press(.character(" "))
    replay.press(.home)
    let first = replay.last
    await clock.advance(by: .seconds(1_000))
    await replay.view?.settle()
    #expect(replay.last == first)
  }

  @Test func nothingIsAskedForWhileASessionIsShown() async throws {
    let session = try await record()
    let journal = Journal.recordAll()
    let replay = Replay(session)
    replay.press(.end, .home)
    let sent = journal.entries.filter {
      if case .actionReceived = $0.kind { true } else { false }
    }
    #expect(sent.isEmpty)
  }

  @Test func aSessionWithoutEntriesIsSaidToBeEmpty() {
    let replay = Replay(Journal().session())
    #expect(replay.status.contains("no entries"))
    #expect(replay.press(.down, .up, .end, .home, .character(" ")))
  }
}
