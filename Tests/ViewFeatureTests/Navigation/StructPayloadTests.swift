import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// A destination and a path whose payloads are structs.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StructPayloadTests {
  struct EditForm: Equatable, Identifiable, Sendable {
    var id = 0
    var title = ""
    var tags: [String] = []
  }

  struct Filter: Equatable, Sendable {
    var text = ""
  }

  enum Destination: NavigationTarget, Sendable {
    case edit(EditForm)
    case filter(Filter)
  }

  struct Notes: Feature {
    @Observable @MainActor
    final class State: SnapshotState {
      var destination: Destination?
      var path: [Destination] = []
      var titles: [String] = []

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("destination", \.destination)
        SnapshotField("path", \.path)
        SnapshotField("titles", \.titles)
      }

      /// The open form.
      var form: EditForm {
        get { if case .edit(let form) = destination { form } else { EditForm() } }
        set { if case .edit = destination { destination = .edit(newValue) } }
      }
    }

    enum Action: Equatable, Sendable {
      case add
      case tag(String)
      case save
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add: state.destination = .edit(EditForm())
        case .tag(let tag): state.form.tags.append(tag)
        case .save:
          state.titles.append(state.form.title)
          state.destination = nil
        }
        return .none
      }
    }
  }

  @Test func equalityComparesTheValues() {
    var form = EditForm()
    let old = Destination.edit(form)
    #expect(old == .edit(EditForm()))
    #expect(old != .filter(Filter()))
    form.title = "a"
    #expect(old != .edit(form))
  }

  /// Otherwise, each typed letter would present the form again.
  @Test func theIdentityOfAnIdentifiableStructIsItsID() {
    #expect(Destination.edit(EditForm()).id == Destination.edit(EditForm(title: "a")).id)
    #expect(Destination.edit(EditForm()).id != Destination.edit(EditForm(id: 1)).id)
    #expect(Destination.filter(Filter()).id != Destination.filter(Filter(text: "a")).id)
  }

  @Test func anIdentifiableStructMayBeHashable() {
    struct Form: Hashable, Identifiable {
      var id = 0
      var title = ""
    }

    enum Screen: NavigationTarget { case edit(Form) }

    #expect(Screen.edit(Form()).id == Screen.edit(Form(title: "a")).id)
    #expect(Screen.edit(Form()).id != Screen.edit(Form(id: 1)).id)
    #expect(Screen.edit(Form()) != Screen.edit(Form(title: "a")))
  }

  @Test func aTestAssertsAndWritesTheValues() async {
    let store = TestStore(initialState: Notes.State(), feature: Notes())
    await store.send(.add) { $0.destination = .edit(EditForm()) }
    await store.set(\.form.title, to: "a")
    await store.send(.tag("b")) { $0.form.tags = ["b"] }
    await store.send(.save) {
      $0.destination = nil
      $0.titles = ["a"]
    }
  }

  @Test func aFailureNamesTheField() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Notes.State(),
      feature: Notes(),
      assertionProvider: assertions
    )
    await store.send(.add) { $0.destination = .edit(EditForm(title: "a")) }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("destination") == true)
    #expect(assertions.messages.first?.contains("title") == true, "\(assertions.messages)")
  }

  @Test func aBindingOutsideSwiftUIReachesTheForm() {
    let store = Store(initialState: Notes.State(), feature: Notes())
    store.send(.add)
    let title: StateBinding<String> = store.binding(\.form.title)
    title.set("a")
    #expect(title.get() == "a")
    #expect(store.state.destination == .edit(EditForm(title: "a")))
    store.state.destination = nil
    title.set("b")
    #expect(store.state.destination == nil)
  }

  /// A snapshot, and so a travel, has the values of its time.
  @Test func snapshotsKeepTheValues() {
    let store = Store(initialState: Notes.State(), feature: Notes())
    store.send(.add)
    let before = store.state.snapshot()
    store.state.form.title = "a"
    store.state.path = [.filter(Filter(text: "b"))]
    let after = store.state.snapshot()
    #expect(before != after)
    store.state.form.title = ""
    store.state.path = []
    #expect(store.state.snapshot() == before)
  }
}
