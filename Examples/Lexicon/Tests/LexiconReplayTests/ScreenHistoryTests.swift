import LexiconCore
import LexiconReplay
import StateJournal
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ScreenHistoryTests {
  private let recording = Recording()

  /// Returns the features of the screens after the last entry, with the frontmost last.
  private func open() throws -> [String] {
    let session = try recording.session()
    let last = try #require(session.entries.last).number
    return ScreenHistory(session).open(at: last).map(\.feature)
  }

  @Test func aScreenThatIsOpenedIsInFront() throws {
    let saved = recording.record(recording.app.makeSavedWordsStore())
    let details = recording.record(recording.app.makeDetailsStore("house"))
    #expect(try open() == ["SavedWordsFeature", "DetailsFeature"])
    withExtendedLifetime((saved, details)) {}
  }

  @Test func aScreenThatIsUsedComesToTheFront() async throws {
    let search = recording.record(recording.app.makeSearchStore())
    let saved = recording.record(recording.app.makeSavedWordsStore())
    await search.send(.queryChanged("")).value
    #expect(try open() == ["SavedWordsFeature", "SearchFeature"])
    withExtendedLifetime(saved) {}
  }

  @Test func aScreenThatHasEndedIsGone() throws {
    let search = recording.record(recording.app.makeSearchStore())
    do {
      let saved = recording.record(recording.app.makeSavedWordsStore())
      #expect(try open().last == "SavedWordsFeature")
      withExtendedLifetime(saved) {}
    }
    #expect(try open() == ["SearchFeature"])
    withExtendedLifetime(search) {}
  }

  @Test func aChildIsAPartOfItsParentsScreen() async throws {
    let saved = recording.record(recording.app.makeSavedWordsStore())
    await saved.send(.open("house")).value
    let details = saved.scope(\.word)
    #expect(try open() == ["SavedWordsFeature"])
    withExtendedLifetime(details) {}
  }

  @Test func whatASearchFindsBringsItNotToTheFront() throws {
    let session = try Recording.ofTerminal()
    let history = ScreenHistory(session)
    // The word list is recorded after the search; then a query is typed in the search.
    let made = try #require(session.number(of: "WordListStore: is recorded"))
    let typed = try #require(session.number(of: "SearchFeature: receives queryChanged"))
    #expect(history.open(at: made).map(\.feature) == ["SearchFeature", "WordListStore"])
    #expect(history.open(at: typed).map(\.feature) == ["WordListStore", "SearchFeature"])
    #expect(history.open(at: 0).isEmpty)
  }
}
