import LexiconCore
import LexiconReplay
import ScreenStateKit
import StateJournal
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct RecordedScreenTests {
  private let recording = Recording()

  /// Returns the screens after the last entry.
  private func screens() throws -> [RecordedScreen] {
    let replay = SessionReplay(try recording.session())
    replay.goToEnd()
    return replay.screens
  }

  @Test func eachScreenOfTheAppIsShown() async throws {
    let app = recording.app
    let state = WordListState()
    let importing = recording.record(try #require(app.makeImportStore()))
    let list = app.makeWordListStore()
    await list.bind(to: state)
    recording.journal.record(list)
    let stores: [Any] = [
      recording.record(app.makeSearchStore()), recording.record(app.makeDetailsStore("house")),
      recording.record(app.makeSavedWordsStore()),
      recording.record(app.makeNoteEditorStore("tree")),
    ]
    let shown = try screens().map(\.content)
    withExtendedLifetime((importing, list, state, stores)) {}
    guard shown.count == 6, case .importing = shown[0], case .wordList = shown[1],
      case .search = shown[2], case .details(let details) = shown[3],
      case .savedWords = shown[4], case .noteEditor(let editor) = shown[5]
    else {
      Issue.record("\(shown)")
      return
    }
    #expect(details.state.word == "house")
    #expect(editor.state.word == "tree")
  }

  @Test func aScreenRefusesActions() async throws {
    let search = recording.record(recording.app.makeSearchStore())
    await search.send(.queryChanged(" ")).value
    let screens = try screens()
    guard case .search(let shown)? = screens.first?.content else {
      Issue.record("no search")
      return
    }
    #expect(shown.state.query == " ")
    await shown.send(.queryChanged("x")).value
    #expect(shown.state.query == " ")
    #expect(shown.isTravelling)
  }
}
