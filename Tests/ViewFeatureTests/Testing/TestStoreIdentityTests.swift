import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The identity of children and errors is part of the state.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreIdentityTests {
  private let assertions = RecordingAssertions()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Home> {
    let store = TestStore(
      initialState: HomeState(),
      feature: Home(),
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    return store
  }

  private func expect(_ messages: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(assertions.messages == messages, sourceLocation: sourceLocation)
  }

  // MARK: Children

  @Test func aChildThatIsReplacedByAnEqualOneIsReported() async {
    let store = makeStore()
    await store.send(.change { $0.editor = EditorState() }) { _ in }
    await store.send(.change { $0.editor = EditorState() })
    await store.send(.change { $0.rows[1] = EditorState() })
    expect(
      """
      The state after change(change) is not the expected one:
        editor: expected the previous object, got a new object
      """,
      """
      The state after change(change) is not the expected one:
        editor: expected the previous object, got a new object
      """,
      """
      The state after change(change) is not the expected one:
        rows[1]: expected the previous object, got a new object
      """
    )
  }

  @Test func aChildThatStaysThoughANewOneIsExpectedIsReported() async {
    let store = makeStore()
    await store.send(.change { $0.editor?.text = "a" }) {
      $0.editor = EditorState()
      $0.editor?.text = "a"
    }
    expect(
      """
      The state after change(change) is not the expected one:
        editor: expected a new object, got the previous object
      """
    )
  }

  @Test func childrenThatChangeTheirPlacesAreReported() async {
    let store = makeStore()
    await store.send(.change { $0.rows.swapAt(0, 1) })
    await store.send(.change { $0.rows.swapAt(0, 1) }) { $0.rows.swapAt(0, 1) }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("expected another previous object") == true)
  }

  @Test func aReplacementIsSeenInAChildToo() async {
    let store = makeStore()
    await store.send(.change { $0.editor?.note = EditorState() }) {
      $0.editor?.note = EditorState()
    }
    await store.send(.change { $0.editor?.note = EditorState() })
    expect(
      """
      The state after change(change) is not the expected one:
        editor.note: expected the previous object, got a new object
      """
    )
  }

  @Test func anUnassertedReplacementIsReportedAtTheEnd() async {
    var store: TestStore<Home>? = makeStore()
    store?.state.editor = EditorState()
    store = nil
    expect(
      """
      Changes were not asserted:
        editor: expected the previous object, got a new object
      """
    )
  }

  @Test func childrenThatAreReplacedOnBothSidesPass() async {
    let store = makeStore()
    await store.send(.change { $0.editor = EditorState() }) { $0.editor = EditorState() }
    await store.send(.change { $0.rows = [EditorState(), EditorState()] }) {
      $0.rows = [EditorState(), EditorState()]
    }
    await store.send(.change { $0.rows[0].text = "a" }) { $0.rows[0].text = "a" }
    await store.send(.change { $0.fixed = EditorState() }) { $0.fixed = EditorState() }
    await store.finish()
    expect()
  }

  @Test func oneNewChildAtTwoPlacesIsNotTwo() async {
    let store = makeStore()
    let place: @MainActor @Sendable (HomeState, EditorState, EditorState) -> Void = {
      ($0.editor, $0.rows) = ($1, [$2])
    }
    await store.send(.change { place($0, EditorState(), EditorState()) }) {
      let one = EditorState()
      place($0, one, one)
    }
    await store.send(
      .change {
        let one = EditorState()
        place($0, one, one)
      }
    ) { place($0, EditorState(), EditorState()) }
    expect(
      """
      The state after change(change) is not the expected one:
        rows[0]: expected the new object of editor, got another new object
      """,
      """
      The state after change(change) is not the expected one:
        rows[0]: expected a separate object, got the new object of editor
      """
    )
  }

  @Test func oneNewChildAtTwoPlacesOnBothSidesPasses() async {
    let store = makeStore()
    let place: @MainActor @Sendable (HomeState) -> Void = {
      let one = EditorState()
      ($0.editor, $0.rows) = (one, [one, EditorState(), one])
    }
    await store.send(.change(place)) { place($0) }
    await store.send(.change { $0.editor?.text = "a" }) { $0.rows[2].text = "a" }
    await store.send(.change { _ in }) { _ in }
    expect()
  }

  @Test func childrenThatMoveOnBothSidesPass() async {
    let store = makeStore()
    let move: @MainActor @Sendable (HomeState) -> Void = {
      $0.rows.insert($0.editor!, at: 0)
      $0.editor = $0.rows.removeLast()
    }
    await store.send(.change(move)) { move($0) }
    await store.send(.change { $0.rows.reverse() }) { $0.rows.reverse() }
    await store.send(.change { $0.editor = nil }) { $0.editor = nil }
    await store.send(.change { $0.editor = EditorState() }) { $0.editor = EditorState() }
    expect()
  }

  @Test func aStateThatIsResetPasses() async {
    let store = makeStore()
    await store.send(.change { $0.reset(to: HomeState()) }) { $0.reset(to: HomeState()) }
    await store.send(.change { $0.reset(to: HomeState()) }) { $0 = HomeState() }
    await store.send(.change { $0.rows[0].text = "a" }) { $0.rows[0].text = "a" }
    expect()
  }

  @Test func childrenOfAGetterAreNotCompared() async {
    let store = makeStore()
    await store.send(.change { $0.rows[0].text = "a" }) { $0.rows[0].text = "a" }
    #expect(store.state.made !== store.state.made)
    expect()
  }

  @Test func afterAFailureTheNextExpectationStartsWithTheReplacement() async {
    let store = makeStore()
    await store.send(.change { $0.editor = EditorState() })
    await store.send(.change { $0.editor?.text = "a" }) { $0.editor?.text = "a" }
    #expect(assertions.messages.count == 1)
  }

  // MARK: Errors

  @Test func anErrorIsExpectedByItsMessage() async {
    let store = makeStore()
    await store.send(.change { $0.error = DisplayableError(message: "offline") }) {
      $0.error = DisplayableError(message: "offline")
    }
    await store.send(.change { $0.text = "a" }) { $0.text = "a" }
    await store.send(.change { $0.failure = .failed(DisplayableError(message: "gone")) }) {
      $0.failure = .failed(DisplayableError(message: "gone"))
    }
    await store.send(
      .change { $0.error = DisplayableError(message: "late") },
      \.error,
      DisplayableError(message: "late")
    )
    await store.finish()
    expect()
  }

  @Test func anotherMessageIsReported() async {
    let store = makeStore()
    await store.send(.change { $0.error = DisplayableError(message: "offline") }) {
      $0.error = DisplayableError(message: "late")
    }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains(#"expected "late", got "offline""#) == true)
  }

  @Test func anErrorThatIsShownAgainIsReportedIfItIsExpectedToStay() async {
    let store = makeStore()
    await store.send(.change { $0.error = DisplayableError(message: "offline") }) {
      $0.error = DisplayableError(message: "offline")
    }
    await store.send(.change { $0.error = DisplayableError(message: "offline") })
    #expect(assertions.messages.count == 1)
    await store.send(.nothing) { $0.error = DisplayableError(message: "offline") }
    #expect(assertions.messages.count == 2)
    await store.send(.change { $0.error = DisplayableError(message: "offline") }) {
      $0.error = DisplayableError(message: "offline")
    }
    #expect(assertions.messages.count == 2)
  }

  @Test func anActionWithAnErrorIsReceivedByItsMessage() async {
    let store = makeStore()
    await store.send(.load)
    await store.receive(.failed(DisplayableError(message: "offline"))) {
      $0.error = DisplayableError(message: "offline")
    }
    await store.finish()
    expect()
    await store.send(.load)
    await store.receive(.failed(DisplayableError(message: "late"))) {
      $0.error = DisplayableError(message: "offline")
    }
    #expect(assertions.messages.count == 1)
  }

  @Test func withoutEverythingAnErrorIsExpectedByItsMessageToo() async {
    let store = makeStore(.off)
    await store.send(.load) { $0.error = DisplayableError(message: "offline") }
    store.state.error = DisplayableError(message: "late")
    await store.finish { $0.error = DisplayableError(message: "late") }
    expect()
  }
}

@Observable @MainActor
private final class EditorState: SnapshotState {
  var text = ""
  var note: EditorState?

  static var snapshotFields: SnapshotFields<EditorState> {
    SnapshotFields {
      SnapshotField("text", \.text)
      SnapshotField("note", child: \.note)
    }
  }
}

@Observable @MainActor
private final class HomeState: SnapshotState {
  enum Failure: Equatable {
    case none
    case failed(DisplayableError)
  }

  var text = ""
  var error: DisplayableError?
  var failure = Failure.none
  var editor: EditorState? = EditorState()
  var fixed = EditorState()
  var rows = [EditorState(), EditorState()]
  var made: EditorState { EditorState() }

  static var snapshotFields: SnapshotFields<HomeState> {
    SnapshotFields {
      SnapshotField("text", \.text)
      SnapshotField("error", \.error)
      SnapshotField("failure", \.failure)
      SnapshotField("editor", child: \.editor)
      SnapshotField("fixed", child: \.fixed)
      SnapshotField("rows", children: \.rows)
      SnapshotField("made", child: \.made)
    }
  }
}

private struct Home: Feature {
  enum Action: Equatable, Sendable {
    case change(Change)
    case load
    case failed(DisplayableError)
    case nothing

    static func change(_ body: @escaping @MainActor @Sendable (HomeState) -> Void) -> Action {
      .change(Change(body: body))
    }
  }

  struct Change: Equatable, Sendable, CustomStringConvertible {
    let body: @MainActor @Sendable (HomeState) -> Void

    var description: String { "change" }

    static func == (lhs: Change, rhs: Change) -> Bool { false }
  }

  func handle() -> ActionHandler<Action, HomeState> {
    ActionHandler { action, state in
      switch action {
      case .change(let change):
        change.body(state)
        return .none
      case .load:
        return .run { _, send in send(.failed(DisplayableError(message: "offline"))) }
      case .failed(let error):
        state.error = error
        return .none
      case .nothing: return .none
      }
    }
  }
}
