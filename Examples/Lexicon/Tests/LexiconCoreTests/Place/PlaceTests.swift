import Foundation
import LexiconCore
import StatePersistence
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct PlaceTests {
  private let memory = PersistenceMemory()

  /// Returns a restored place and its saved state.
  private func keptPlace() async throws -> (Place, SavedState<Place>) {
    let place = Place()
    let saved = try await SavedStates.attach(place, to: .memory(memory), clock: TestClock())
    return (place, saved)
  }

  private func editor(in place: Place) async -> Store<NoteEditorFeature> {
    let content = LexiconContent(
      provider: PendingProvider(),
      library: InMemoryLibrary(),
      place: place
    )
    let store = content.makeNoteEditorStore("house")
    await store.send(.load).value
    return store
  }

  @Test func screensQueryAndDraftComeBack() async throws {
    let (place, saved) = try await keptPlace()
    let open = [
      OpenScreen(.wordList, row: 30, top: 12), OpenScreen(.search, row: 2),
      OpenScreen(.details(word: "house")), OpenScreen(.noteEditor(word: "house")),
    ]
    place.show(open)
    await editor(in: place).send(.textChanged("mine")).value
    let search = LexiconContent(
      provider: PendingProvider(),
      library: InMemoryLibrary(),
      place: place
    )
    .makeSearchStore()
    search.send(.queryChanged("hous"))
    #expect(await saved.flush())

    let (later, _) = try await keptPlace()
    #expect(later.screens == open)
    #expect(later.query == "hous")
    #expect(later.draft?.text == "mine")
    #expect(await editor(in: later).state.text == "mine")
  }

  @Test func draftGoesWithItsEditor() async {
    let place = Place()
    place.show([OpenScreen(.wordList), OpenScreen(.noteEditor(word: "house"))])
    await editor(in: place).send(.textChanged("mine")).value
    place.show([OpenScreen(.wordList, row: 1), OpenScreen(.noteEditor(word: "house"))])
    #expect(place.draft != nil)
    place.show([OpenScreen(.wordList)])
    #expect(place.draft == nil)
  }

  /// Data written by each version.
  @Test(arguments: [
    """
    {"state":"Place","version":1,"revision":4,"fields":{
    "draft":{"text":"my draft","word":"advocate"},
    "query":"house",
    "screens":[{"route":{"wordList":{}},"row":0,"top":0},{"route":{"details":{"word":"advocate"}},"row":3,"top":1}]
    }}
    """
  ])
  func eachVersionIsLoaded(file: String) async throws {
    memory["state"] = Data(file.utf8)
    let (place, _) = try await keptPlace()
    #expect(
      place.screens == [
        OpenScreen(.wordList), OpenScreen(.details(word: "advocate"), row: 3, top: 1),
      ]
    )
    #expect(place.query == "house")
    #expect(place.draft?.word == "advocate")
    #expect(place.draft?.known == nil)
  }
}
