import ScreenStateKit
import Testing
import ViewFeature

@testable import LexiconCore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SavedWordsFeatureTests {
  private let library = PendingLibrary()
  private let store: Store<SavedWordsFeature>
  private let able = Note(word: "able", text: "")
  private let house = Note(word: "house", text: "mine")

  init() {
    store = Store(
      initialState: SavedWordsFeature.State(),
      feature: SavedWordsFeature(),
      environment: .test.changing { [library] in $0.noteLibrary = library }
    )
  }

  private var state: SavedWordsFeature.State { store.state }

  private func load(_ notes: [Note]) async throws {
    let sent = store.send(.load)
    try await library.lists.request().answer(notes)
    await sent.value
  }

  @Test func notesAreListedWithoutBlockingTheScreen() async throws {
    let sent = store.send(.load)
    let request = try await library.lists.request()
    #expect(state.notes == nil)
    #expect(!state.isLoading)
    request.answer([able, house])
    await sent.value
    #expect(state.notes == [able, house])
  }

  @Test func listThatCannotBeReadIsAnErrorAndKeepsWhatThereIs() async throws {
    try await load([able])
    let sent = store.send(.load)
    try await library.lists.request().fail(TestFailure("locked"))
    await sent.value
    #expect(state.displayError?.message == "locked")
    #expect(state.notes == [able])
    try await load([able, house])
    #expect(state.displayError == nil)
    #expect(state.notes == [able, house])
  }

  @Test func deletedWordLeavesTheListAndTheScreenIsBlockedMeanwhile() async throws {
    try await load([able, house])
    let sent = store.send(.delete(able))
    let deletion = try await library.deletions.request()
    #expect(deletion.question == able)
    #expect(state.isLoading)
    #expect(state.notes == [able, house])
    deletion.answer(())
    let list = try await library.lists.request()
    #expect(state.isLoading)
    list.answer([house])
    await sent.value
    #expect(state.notes == [house])
    #expect(!state.isLoading)
  }

  @Test func deletionIsAskedAboutFirst() async throws {
    let store = TestStore(
      initialState: SavedWordsFeature.State(),
      feature: SavedWordsFeature()
    ) { $0.noteLibrary = library }
    await store.send(.askToDelete(able)) {
      $0.questions.present(SavedWordsFeature.deletion(of: able))
    }
    await store.send(.askToDelete(house)) {
      $0.questions.present(SavedWordsFeature.deletion(of: house))
    }
    await store.choose("Keep", in: \.questions.first) { $0.questions.first = nil }
    let sent = await store.choose("Delete", in: \.questions.first) {
      $0.questions.first = nil
      $0.isLoading = true
    }
    let deletion = try await library.deletions.request()
    #expect(deletion.question == house)
    deletion.answer(())
    try await library.lists.request().answer([able])
    await sent.finish()
    await store.finish {
      $0.isLoading = false
      $0.notes = [able]
    }
  }

  @Test func deletionThatFailsIsAnErrorAndTheWordStays() async throws {
    try await load([able])
    let sent = store.send(.delete(able))
    try await library.deletions.request().fail(TestFailure("locked"))
    await sent.value
    #expect(state.displayError?.message == "locked")
    #expect(state.notes == [able])
    #expect(!state.isLoading)
  }

  @Test func noteThatAnotherProgramHasChangedIsNotDeletedAndListedAsItIs() async throws {
    try await load([able])
    let sent = store.send(.delete(able))
    let changed = Note(word: "able", text: "changed")
    let conflict = NoteConflict(word: "able", current: changed)
    try await library.deletions.request().fail(conflict)
    try await library.lists.request().answer([changed])
    await sent.value
    #expect(state.notes == [changed])
    #expect(state.displayError?.message == conflict.localizedDescription)
    #expect(!state.isLoading)
  }

  @Test func screenStaysBlockedWhileALoadFailsThatBeganBeforeTheDeletion() async throws {
    try await load([able])
    let loading = store.send(.load)
    let list = try await library.lists.request()
    let sent = store.send(.delete(able))
    let deletion = try await library.deletions.request()
    list.fail(TestFailure("locked"))
    await loading.value
    #expect(state.isLoading)
    #expect(state.displayError == nil)
    deletion.answer(())
    try await library.lists.request().answer([])
    await sent.value
    #expect(state.notes == [])
    #expect(!state.isLoading)
  }

  @Test func listIsNotReadBesideADeletion() async throws {
    try await load([able])
    let sent = store.send(.delete(able))
    let deletion = try await library.deletions.request()
    store.send(.load)
    // A second load would wait for an answer that never comes.
    try #require(store.runningTaskCount == 1)
    #expect(state.isLoading)
    deletion.answer(())
    try await library.lists.request().answer([])
    await sent.value
    #expect(state.notes == [])
  }

  @Test func listOfAnEarlierLoadDoesNotReplaceTheNewerOne() async throws {
    let first = store.send(.load)
    let stale = try await library.lists.request()
    let second = store.send(.load)
    try await library.lists.request().answer([house])
    await second.value
    stale.answer([able, house])
    await first.value
    #expect(state.notes == [house])
  }
}
