#if Macros
import ScreenStateKit
import StateMacros
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite struct SnapshotsTests {
  private func changes<State: SnapshotState>(of state: State, _ change: () -> Void) -> [String] {
    let old = state.snapshot()
    change()
    return old.differences(to: state.snapshot()).map(\.description)
  }

  @Test func storedPropertiesAreFieldsUnderTheirNames() {
    let state = Page()
    #expect(changes(of: state) { state.query = "a" } == ["query: \"\" → \"a\""])
    #expect(changes(of: state) { state.first = 1 } == ["first: 0 → 1"])
    #expect(changes(of: state) { state.second = 1 } == ["second: 0 → 1"])
    #expect(changes(of: state) { state.change() } == ["count: 0 → 1"])
  }

  @Test func marksAreThoseOfFields() {
    let state = Page()
    #expect(changes(of: state) { state.token = "t" } == ["token: (redacted) → (redacted)"])
    #expect(changes(of: state) { state.cache["a"] = 1 } == [])
    let old = state.snapshot()
    #expect(changes(of: state) { state.scrollPosition = 2 } == ["scrollPosition: 0.0 → 2.0"])
    state.restore(old)
    #expect(state.scrollPosition == 2)
  }

  @Test func childrenAreFoundByTheirTypes() {
    let state = Page()
    #expect(changes(of: state) { state.header.text = "h" } == ["header.text: \"\" → \"h\""])
    state.editor = Note()
    #expect(changes(of: state) { state.editor?.text = "a" } == ["editor.text: \"\" → \"a\""])
    state.rows = [Note()]
    #expect(changes(of: state) { state.rows[0].text = "b" } == ["rows[0].text: \"\" → \"b\""])
    state.byID = [7: Note()]
    #expect(changes(of: state) { state.byID[7]?.text = "c" } == ["byID[7].text: \"\" → \"c\""])
    state.destination = .note(Note())
    #expect(
      changes(of: state) { state.destination?.note?.text = "d" } == [
        "destination.note.text: \"\" → \"d\""
      ]
    )
  }

  @Test func aScreenStateHasItsOwnFields() {
    let state = Screen()
    #expect(
      changes(of: state) {
        state.loadingStarted()
        state.words = ["a"]
      } == ["isLoading: false → true", "words: [] → [\"a\"]"]
    )
  }

  @Test func aTypeWithParametersHasFields() {
    let state = Box(1)
    #expect(changes(of: state) { state.value = 2 } == ["value: 1 → 2"])
  }

  @Test func aTestStoreUsesThem() async {
    let store = TestStore(initialState: Counter.State(), feature: Counter())
    store.exhaustivity = .on
    await store.send(.increment) { $0.count = 1 }
  }
}

private struct Counter: Feature {
  @Snapshots @Observable @MainActor
  final class State {
    var count = 0
  }

  enum Action: Equatable {
    case increment
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, state in
      state.count += 1
      return .none
    }
  }
}

@Snapshots @Observable @MainActor
private final class Note {
  var text = ""
}

private enum Destination {
  case note(Note)
  case settings

  @MainActor var note: Note? { if case .note(let note) = self { note } else { nil } }
}

@MainActor
@Snapshots
@Observable
private final class Page {
  static let shared = Page()
  let id = 1
  var query = "" { didSet { log.append(query) } }
  var first = 0
  var second = 0
  private(set) var count = 0
  @Redacted var token = ""
  @Transient var scrollPosition = 0.0
  @NotInSnapshots var cache: [String: Int] = [:]
  @ObservationIgnored var log: [String] = []
  @Child let header = Note()
  @Child var editor: Note?
  @Child var rows: [Note] = []
  @Child var byID: [Int: Note] = [:]
  @ChildCases(Destination.note) var destination: Destination?
  var isEmpty: Bool { query.isEmpty }

  func change() { count += 1 }
}

@Snapshots @Observable @MainActor
private final class Screen: ScreenState, StateUpdatable {
  var words: [String] = []
}

@Snapshots @Observable @MainActor
private final class Box<Value: Equatable> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
#endif
