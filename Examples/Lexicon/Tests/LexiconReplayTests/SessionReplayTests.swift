import Foundation
import LexiconCore
import LexiconReplay
import ScreenStateKit
import StateJournal
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionReplayTests {
  private func query(_ replay: SessionReplay) -> String? {
    for screen in replay.screens {
      if case .search(let store) = screen.content { return store.state.query }
    }
    return nil
  }

  /// Returns the text of an entry without the action's source location, which the replay shows as the cause.
  private static func text(of entry: SessionEntry) -> String {
    guard case .actionReceived = entry.kind else { return entry.text }
    return entry.text.components(separatedBy: ", from ")[0]
  }

  @Test func itStartsWithTheFirstEntry() throws {
    let session = try Recording.ofTerminal()
    let replay = SessionReplay(session)
    #expect(replay.position == "1/\(session.entries.count)")
    #expect(replay.text == session.entries[0].text)
    #expect(replay.isAtStart && !replay.isAtEnd && !replay.isPlaying)
    #expect(query(replay) == "")
  }

  @Test func forwardAndBackShowEachEntry() throws {
    let session = try Recording.ofTerminal()
    let replay = SessionReplay(session)
    var queries: [String?] = []
    for (index, entry) in session.entries.enumerated() {
      #expect(replay.position == "\(index + 1)/\(session.entries.count)")
      #expect(replay.text == Self.text(of: entry))
      queries.append(query(replay))
      replay.goForward()
    }
    #expect(replay.isAtEnd)
    for text in ["", "a", "ap", "app", "appa"] { #expect(queries.contains(text)) }
    // The store ends before the session.
    #expect(queries.last == .some(nil))
    for entry in session.entries.reversed() {
      #expect(replay.text == Self.text(of: entry))
      #expect(query(replay) == queries.removeLast())
      replay.goBack()
    }
    #expect(replay.isAtStart)
    #expect(query(replay) == "")
  }

  @Test func theNextActionIsOneThatAStoreHasReceived() throws {
    let session = try Recording.ofTerminal()
    let replay = SessionReplay(session)
    let actions = session.entries.filter {
      if case .actionReceived = $0.kind { true } else { false }
    }
    for action in actions {
      replay.goToNextAction()
      #expect(replay.text == Self.text(of: action))
    }
    replay.goToNextAction()
    #expect(replay.isAtEnd)
    for action in actions.reversed() {
      replay.goToPreviousAction()
      #expect(replay.text == Self.text(of: action))
    }
    replay.goToPreviousAction()
    #expect(replay.isAtStart)
  }

  @Test func theCauseOfAChangeIsTheActionThatHasLedToIt() throws {
    let session = try Recording.ofTerminal()
    let replay = SessionReplay(session)
    var causes: [(text: String, cause: String?)] = []
    for _ in session.entries {
      causes.append((replay.text, replay.cause))
      replay.goForward()
    }
    func cause(of part: String) -> String? { causes.first { $0.text.contains(part) }?.cause }
    let typed = #"← 4 SearchFeature: receives queryChanged("a")"#
    #expect(cause(of: #"query: "" → "a""#) == typed)
    // A change by an effect.
    #expect(cause(of: "SearchFeature: total: 0 → ")?.contains("receives queryChanged(") == true)
    #expect(cause(of: #"receives queryChanged("a")"#) == "← LexiconTerminal/SearchView.swift:39")
    #expect(cause(of: "receives refresh") == nil)
    #expect(cause(of: "is handled") == nil)
  }

  @Test func aScreenStaysAsLongAsItIsOpen() throws {
    let replay = SessionReplay(try Recording.ofTerminal())
    let search = try #require(replay.screens.first)
    replay.goForward()
    replay.goToNextAction()
    replay.goToNextAction()
    #expect(replay.screens.contains { $0 === search })
    #expect(replay.front === search)
    replay.goToStart()
    #expect(replay.screens.count == 1)
  }

  @Test func playGoesFromChangeToChangeUpToTheLast() async throws {
    let session = try Recording.ofTerminal()
    let replay = SessionReplay(session, clock: ImmediateClock())
    var texts: [String] = []
    var lastSearch: String?
    replay.didChange = { [unowned replay] in
      if replay.isPlaying { texts.append(replay.text) }
      lastSearch = query(replay) ?? lastSearch
    }
    replay.playOrPause()
    await replay.settle()
    #expect(!replay.isPlaying)
    let changes = session.entries.filter {
      if case .change = $0.kind { true } else { false }
    }
    #expect(texts == [session.entries[0].text] + changes.map(\.text))
    #expect(lastSearch == "appa")
  }

  @Test func pauseAndEachMoveEndThePlaying() async throws {
    let clock = TestClock()
    let replay = SessionReplay(try Recording.ofTerminal(), clock: clock)
    let moves: [() -> Void] = [
      replay.playOrPause, replay.pause, replay.goForward, replay.goBack, replay.goToNextAction,
      replay.goToPreviousAction, replay.goToStart, replay.goToEnd,
    ]
    for move in moves {
      replay.goToStart()
      replay.playOrPause()
      #expect(replay.isPlaying)
      move()
      #expect(!replay.isPlaying)
      let position = replay.position
      await clock.advance(by: .seconds(1_000))
      #expect(replay.position == position)
    }
  }

  @Test func aSessionWithoutEntriesIsSaidToBeEmpty() {
    let replay = SessionReplay(Journal().session())
    replay.goForward()
    replay.goBack()
    replay.goToNextAction()
    replay.playOrPause()
    #expect(replay.position.isEmpty)
    #expect(replay.text.contains("no entries"))
    #expect(replay.isAtStart && replay.isAtEnd)
    #expect(replay.screens.isEmpty && replay.front == nil)
  }
}
