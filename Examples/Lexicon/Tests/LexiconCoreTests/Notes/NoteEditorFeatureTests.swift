import ScreenStateKit
import Testing
import ViewFeature

@testable import LexiconCore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteEditorFeatureTests {
  private let library = PendingLibrary()
  private let store: Store<NoteEditorFeature>

  init() {
    store = Store(
      initialState: NoteEditorFeature.State(word: "house"),
      feature: NoteEditorFeature(),
      environment: .test.changing { [library] in $0.noteLibrary = library }
    ) { _ in }
  }

  private var state: NoteEditorFeature.State { store.state }

  private func load(_ text: String?) async throws {
    let sent = store.send(.load)
    try await library.readings.request().answer(text.map { Note(word: "house", text: $0) })
    await sent.value
  }

  @Test func noteThatIsThereIsEdited() async throws {
    let sent = store.send(.load)
    let request = try await library.readings.request()
    #expect(request.question == "house")
    #expect(state.isLoading)
    #expect(state.text == nil)
    request.answer(Note(word: "house", text: "mine"))
    await sent.value
    #expect(state.text == "mine")
    #expect(!state.isLoading)
  }

  private func editor(_ place: Place) -> Store<NoteEditorFeature> {
    Store(
      initialState: NoteEditorFeature.State(word: "house"),
      feature: NoteEditorFeature(),
      environment: .test.changing {
        $0.noteLibrary = library
        $0.place = place
      }
    ) { _ in }
  }

  @Test func draftComesBackWithTheNoteThatItReplaces() async throws {
    let place = Place()
    let first = editor(place)
    let sent = first.send(.load)
    try await library.readings.request().answer(Note(word: "house", text: "old"))
    await sent.value
    first.send(.textChanged("new"))

    let second = editor(place)
    await second.send(.load).value
    #expect(second.state.text == "new")
    let saved = second.send(.save)
    let saving = try await library.savings.request()
    #expect(saving.known == Note(word: "house", text: "old"))
    saving.answer(())
    await saved.value
    #expect(place.draft == nil)
  }

  @Test func draftOnAnotherWordIsNotTaken() async throws {
    let place = Place()
    place.draft = NoteDraft(word: "garden", text: "mine", known: nil)
    let store = editor(place)
    let sent = store.send(.load)
    try await library.readings.request().answer(nil)
    await sent.value
    #expect(store.state.text == "")
    #expect(place.draft?.text == "mine")
  }

  @Test func draftGoesWhenTheOtherNoteIsTaken() async throws {
    let place = Place()
    place.draft = NoteDraft(word: "house", text: "mine", known: nil)
    let store = editor(place)
    store.send(.load)
    store.send(.takeOther(NoteConflict(word: "house", current: Note(word: "house", text: "other"))))
    #expect(store.state.text == "other")
    #expect(place.draft == nil)
  }

  @Test func newNoteBeginsEmpty() async throws {
    try await load(nil)
    #expect(state.text == "")
  }

  @Test func textIsSavedAndTheScreenIsBlockedMeanwhile() async throws {
    try await load(nil)
    store.send(.textChanged("my house"))
    let sent = store.send(.save)
    let saving = try await library.savings.request()
    #expect(saving.note == Note(word: "house", text: "my house"))
    #expect(saving.known == nil)
    #expect(state.isLoading)
    #expect(!state.isSaved)
    store.send(.textChanged("typed too late"))
    #expect(state.text == "my house")
    saving.answer(())
    await sent.value
    #expect(state.isSaved)
    #expect(!state.isLoading)
  }

  @Test func noteIsNotSavedTwiceAtATime() async throws {
    try await load("mine")
    let first = store.send(.save)
    let saving = try await library.savings.request()
    store.send(.save)
    #expect(store.runningTaskCount == 1)
    saving.answer(())
    await first.value
    #expect(state.isSaved)
  }

  @Test func noteThatCannotBeSavedIsKeptInTheEditorAndSavedLater() async throws {
    try await load("mine")
    store.send(.textChanged("ours"))
    let sent = store.send(.save)
    try await library.savings.request().fail(TestFailure("the disk is full"))
    await sent.value
    #expect(state.displayError?.message == "the disk is full")
    #expect(state.text == "ours")
    #expect(!state.isSaved)
    #expect(!state.isLoading)
    let retry = store.send(.save)
    #expect(state.displayError == nil)
    try await library.savings.request().answer(())
    await retry.value
    #expect(state.isSaved)
  }

  @Test func noteThatCouldNotBeReadIsNotWrittenOver() async throws {
    let sent = store.send(.load)
    try await library.readings.request().fail(TestFailure("locked"))
    await sent.value
    #expect(state.displayError?.message == "locked")
    #expect(state.text == nil)
    store.send(.save)
    #expect(store.runningTaskCount == 0)
    #expect(!state.isSaved)
    try await load("mine")
    #expect(state.text == "mine")
    #expect(state.displayError == nil)
  }

  /// Loads "mine", types "yours", and meets a conflict with "ours".
  private func meetConflict(_ current: String? = "ours") async throws -> NoteConflict {
    try await load("mine")
    store.send(.textChanged("yours"))
    let sent = store.send(.save)
    let saving = try await library.savings.request()
    #expect(saving.known == Note(word: "house", text: "mine"))
    let conflict = NoteConflict(
      word: "house",
      current: current.map { Note(word: "house", text: $0) }
    )
    saving.fail(conflict)
    await sent.value
    return conflict
  }

  @Test func noteThatAnotherProgramHasChangedIsAskedAbout() async throws {
    let conflict = try await meetConflict()
    #expect(state.alert == NoteEditorFeature.question(about: conflict))
    #expect(state.text == "yours")
    #expect(!state.isSaved)
    #expect(!state.isLoading)
    #expect(state.displayError == nil)
  }

  @Test(arguments: ["ours", nil]) func otherNoteIsOverwrittenOnDemand(other: String?) async throws {
    let conflict = try await meetConflict(other)
    let sent = try #require(store.choose("Save mine", in: \.alert))
    #expect(state.alert == nil)
    #expect(state.isLoading)
    let saving = try await library.savings.request()
    #expect(saving.note == Note(word: "house", text: "yours"))
    #expect(saving.known == conflict.current)
    saving.answer(())
    await sent.value
    #expect(state.isSaved)
  }

  @Test(arguments: ["ours", nil]) func otherNoteIsTakenOnDemand(other: String?) async throws {
    let conflict = try await meetConflict(other)
    store.choose("Take the other", in: \.alert)
    #expect(state.alert == nil)
    #expect(state.text == other ?? "")
    #expect(!state.isSaved)
    store.send(.save)
    let saving = try await library.savings.request()
    #expect(saving.known == conflict.current)
    saving.answer(())
  }

  @Test func conflictIsAskedAboutAgainWhenItWasNotDecided() async throws {
    _ = try await meetConflict()
    store.choose("Keep writing", in: \.alert)
    #expect(state.alert == nil)
    #expect(state.text == "yours")
    store.send(.save)
    let saving = try await library.savings.request()
    #expect(saving.known == Note(word: "house", text: "mine"))
    saving.answer(())
  }

  @Test func savedNoteIsTheOutput() async throws {
    let store = TestStore(
      initialState: NoteEditorFeature.State(word: "house"),
      feature: NoteEditorFeature()
    ) { $0.noteLibrary = InMemoryLibrary() }
    let load = await store.send(.load) { $0.isLoading = true }
    await load.finish()
    store.assert {
      $0.isLoading = false
      $0.text = ""
    }
    await store.send(.textChanged("mine")) { $0.text = "mine" }
    let save = await store.send(.save) { $0.isLoading = true }
    await store.receive(output: .saved(Note(word: "house", text: "mine")))
    await save.finish()
    await store.finish {
      $0.isLoading = false
      $0.isSaved = true
    }
  }

  @Test func eachStepOfWritingCanBeTold() async {
    let store = TestStore(
      initialState: NoteEditorFeature.State(word: "house"),
      feature: NoteEditorFeature()
    ) { $0.noteLibrary = InMemoryLibrary() }
    // Only the result of each step matters: `send` waits for the library, too.
    store.exhaustivity = .off
    await store.send(.load, \.text, "")
    await store.send(.textChanged("m"), \.text, "m")
    await store.send(.textChanged("my"), \.text, "my")
    await store.send(.save, \.isSaved, true)
    await store.send(.load, \.text, "my")
  }
}
