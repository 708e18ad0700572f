import LexiconCore
import ScreenStateKit
import StateQueries
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct DetailsFeatureTests {
  private let provider = PendingProvider()
  private let library = PendingLibrary()
  private let store: Store<DetailsFeature>

  init() {
    store = Store(
      initialState: DetailsFeature.State(word: "house"),
      feature: DetailsFeature(),
      environment: .test.changing { [provider, library] in
        $0.wordProvider = provider
        $0.noteLibrary = library
        let services = $0
        $0.queries = QueryCache(environment: services)
      }
    )
  }

  private var state: DetailsFeature.State { store.state }

  private func load(entry: WordEntry = .sample("house"), note: Note? = nil) async throws {
    let sent = store.send(.load)
    try await provider.entries.request().answer(entry)
    try await library.readings.request().answer(note)
    await sent.value
  }

  @Test func wordAndNoteAreLoadedTogether() async throws {
    let sent = store.send(.load)
    #expect(state.isLoading)
    let entry = try await provider.entries.request()
    let note = try await library.readings.request()
    #expect(entry.question == "house")
    #expect(note.question == "house")
    entry.answer(.sample("house"))
    note.answer(Note(word: "house", text: "mine"))
    await sent.value
    #expect(state.entry == .sample("house"))
    #expect(state.note?.text == "mine")
    #expect(!state.isLoading)
  }

  @Test func editorThatIsOpenStaysAndIsPartOfThePlace() {
    let place = Place()
    place.show([OpenScreen(.details(word: "house"))])
    let store = Store(
      initialState: DetailsFeature.State(word: "house"),
      feature: DetailsFeature(),
      environment: .test.changing { $0.place = place }
    ) { _ in }
    store.send(.edit)
    let editor = store.state.editor
    store.send(.edit)
    #expect(store.state.editor === editor)
    #expect(place.screens.map(\.route) == [.details(word: "house"), .noteEditor(word: "house")])
    store.send(.endEditing)
    #expect(place.screens.map(\.route) == [.details(word: "house")])
    store.send(.edit)
    store.send(.editor(.saved(Note(word: "house", text: "mine"))))
    #expect(place.screens.map(\.route) == [.details(word: "house")])
  }

  @Test func wordThatIsThereIsNotLoadedAgainButItsNoteIs() async throws {
    try await load()
    #expect(state.note == nil)
    let sent = store.send(.load)
    try await library.readings.request().answer(Note(word: "house", text: "mine"))
    await sent.value
    #expect(state.entry == .sample("house"))
    #expect(state.note?.text == "mine")
  }

  @Test func wordThatDoesNotComeIsAnErrorAndCanBeLoadedAgain() async throws {
    let sent = store.send(.load)
    try await provider.entries.request().fail(TestFailure("broken"))
    try await library.readings.request().answer(Note(word: "house", text: "mine"))
    await sent.value
    #expect(state.displayError?.message == "broken")
    #expect(state.entry == nil)
    #expect(state.note?.text == "mine")
    let retry = store.send(.load)
    #expect(state.displayError == nil)
    #expect(state.isLoading)
    try await provider.entries.request().answer(.sample("house"))
    try await library.readings.request().answer(nil)
    await retry.value
    #expect(state.entry == .sample("house"))
    #expect(state.note == nil)
  }

  @Test func noteThatCannotBeReadLeavesTheWord() async throws {
    let sent = store.send(.load)
    try await library.readings.request().fail(TestFailure("locked"))
    try await provider.entries.request().answer(.sample("house"))
    await sent.value
    #expect(state.displayError?.message == "locked")
    #expect(state.entry == .sample("house"))
  }

  @Test func noteOfAnEarlierLoadDoesNotReplaceTheNewerOne() async throws {
    try await load()
    let first = store.send(.load)
    let stale = try await library.readings.request()
    let second = store.send(.load)
    try await library.readings.request().answer(Note(word: "house", text: "new"))
    await second.value
    stale.answer(Note(word: "house", text: "old"))
    await first.value
    #expect(state.note?.text == "new")
  }
}
