import ScreenStateKit
import StateQueries
import Testing
import ViewFeature

@testable import LexiconCore

/// Tests of the list of saved words together with the open word and its note editor.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SavedWordsTreeTests {
  private let provider = PendingProvider()
  private let library = PendingLibrary()
  private let able = Note(word: "able", text: "")
  private let mine = Note(word: "house", text: "mine")
  private let ours = Note(word: "house", text: "ours")
  private let store: TestStore<SavedWordsFeature>

  init() {
    store = TestStore(
      initialState: SavedWordsFeature.State(),
      feature: SavedWordsFeature()
    ) { [provider, library] in
      $0.wordProvider = provider
      $0.noteLibrary = library
      let services = $0
      $0.queries = QueryCache(environment: services)
    }
  }

  private func loadList() async throws {
    let load = await store.send(.load)
    try await library.lists.request().answer([able, mine])
    await load.finish()
    store.assert { $0.notes = [able, mine] }
  }

  private func openEditor() async throws {
    await store.send(.open("house")) { $0.word = DetailsFeature.State(word: "house") }
    await store.send(\.word, .edit) {
      $0.word?.editor = NoteEditorFeature.State(word: "house")
    }
    let load = await store.send(\.word.editor, .load) { $0.word?.editor?.isLoading = true }
    try await library.readings.request().answer(mine)
    await load.finish()
    store.assert {
      $0.word?.editor?.isLoading = false
      $0.word?.editor?.known = mine
      $0.word?.editor?.text = "mine"
    }
  }

  @Test func aNoteThatIsChangedInTheEditorIsChangedInTheList() async throws {
    try await loadList()
    try await openEditor()
    await store.send(\.word.editor, .textChanged("ours")) { $0.word?.editor?.text = "ours" }
    await store.send(\.word.editor, .save) { $0.word?.editor?.isLoading = true }
    try await library.savings.request().answer(())
    await store.receive(\.word, .editor(.saved(ours))) {
      $0.word?.note = ours
      $0.word?.editor = nil
    }
    await store.receive(.word(.noteChanged(ours))) { $0.notes = [able, ours] }
    await store.finish()
  }

  @Test func wordAndNoteAreLoadedWhenTheWordIsOpened() async throws {
    try await loadList()
    await store.send(.open("house")) { $0.word = DetailsFeature.State(word: "house") }
    let load = await store.send(\.word, .load) { $0.word?.isLoading = true }
    try await provider.entries.request().answer(.sample("house"))
    try await library.readings.request().answer(mine)
    await load.finish()
    await store.finish {
      $0.word?.isLoading = false
      $0.word?.entry = .sample("house")
      $0.word?.note = mine
    }
  }

  @Test func aConflictIsDecidedBeforeTheListHearsOfIt() async throws {
    try await loadList()
    try await openEditor()
    let conflict = NoteConflict(word: "house", current: ours)
    let save = await store.send(\.word.editor, .save) { $0.word?.editor?.isLoading = true }
    try await library.savings.request().fail(conflict)
    await save.finish()
    store.assert {
      $0.word?.editor?.isLoading = false
      $0.word?.editor?.alert = NoteEditorFeature.question(about: conflict)
    }
    let editor = store.store.scope(\.word)?.scope(\.editor)
    editor?.choose("Take the other", in: \.alert)
    await store.receive(\.word.editor, .takeOther(conflict)) {
      $0.word?.editor?.alert = nil
      $0.word?.editor?.known = ours
      $0.word?.editor?.text = "ours"
    }
    await store.send(\.word, .endEditing) { $0.word?.editor = nil }
    await store.send(.close) { $0.word = nil }
    await store.finish()
  }

  @Test func closingTheWordEndsWhatItsEditorSaves() async throws {
    try await loadList()
    try await openEditor()
    let save = await store.send(\.word.editor, .save) { $0.word?.editor?.isLoading = true }
    let request = try await library.savings.request()
    await store.send(.close) { $0.word = nil }
    #expect(save.isCancelled)
    request.answer(())
    await store.finish()
  }
}
