import Observation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

extension Library.State: SnapshotState {
  static var snapshotFields: SnapshotFields<Library.State> {
    SnapshotFields {
      SnapshotField("log", \.log)
      SnapshotField("detail", child: \.detail)
    }
  }
}

/// An assertion doesn't change the state under test.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreLiveStateTests {
  private let assertions = RecordingAssertions()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Board> {
    Board.testStore(exhaustivity, assertions)
  }

  /// Whether `body` writes anything that a snapshot of the state reads.
  private func writes(_ state: BoardState, _ body: () async -> Void) async -> Bool {
    let isWritten = LockIsolated(false)
    withObservationTracking {
      _ = state.snapshot()
    } onChange: {
      isWritten.setValue(true)
    }
    await body()
    return isWritten.value
  }

  @Test func observersAndDidSetsNoticeNothing() async {
    let store = makeStore()
    let rows: @MainActor () -> [BoardState.Row] = {
      [BoardState.Row(id: 1, title: "a"), BoardState.Row(id: 2)]
    }
    await store.send(
      .change {
        $0.first = 1
        $0.rows = rows()
        $0.row = BoardState.Row(id: 3)
      }
    ) {
      $0.first = 1
      $0.rows = rows()
      $0.row = BoardState.Row(id: 3)
    }
    #expect(assertions.messages == [])
    let state = store.state
    let (writesBefore, row) = (state.writes, state.rows[0])
    let isWritten = await writes(state) {
      await store.send(.change { _ in }) {
        $0.first = 9
        $0.rows.reverse()
        $0.rows[0].title = "wrong"
        $0.row = nil
      }
      await store.send(.change { _ in }, \.first, 4)
      await store.finish { $0.first = 5 }
    }
    #expect(!isWritten)
    #expect(state.writes == writesBefore)
    #expect(state.rows[0] === row)
    #expect(assertions.failures.count == 3)
  }

  @Test func childThatWasMovedOutOfTheFieldsIsNotRolledBack() async {
    let store = makeStore()
    let row = BoardState.Row(id: 1, title: "a")
    store.state.row = row
    store.skipReceivedActions()
    await store.send(
      .change {
        $0.row = nil
        row.title = "outside"
      }
    ) { $0.row = nil }
    #expect(assertions.messages == [])
    #expect(row.title == "outside")
  }

  @Test func storesOfChildrenGoOn() async {
    let gate = Gate()
    gate.open()
    let feature = Library(gate: gate)
    let store = TestStore(
      initialState: Library.State(),
      feature: feature,
      assertionProvider: assertions
    )
    await store.send(.open(1)) { $0.detail = Editor.State(id: 1) }
    let child = store.store.scope(\.detail)
    let detail = store.state.detail
    await store.send(.move) {
      $0.detail = nil
      $0.log = ["wrong"]
    }
    #expect(assertions.failures.count == 1)
    #expect(store.state.detail === detail)
    child?.send(.type("new"))
    #expect(detail?.text == "new")
  }

  @Test func effectsSeeNoExpectation() async {
    let store = makeStore()
    let seen = LockIsolated<[Int]>([])
    let token = observe { [state = store.state] in seen.withValue { $0.append(state.first) } }
    for number in 1...5 {
      await store.send(.change { $0.first = number }) { $0.first = number }
    }
    await store.finish { $0.first = 100 }
    #expect(assertions.failures.count == 1)
    #expect(seen.value.allSatisfy { $0 <= 5 })
    token.cancel()
  }

  // MARK: States without twins

  @Test func theSameObjectTwiceFails() async {
    let state = BoardState()
    let store = TestStore(
      initialState: state,
      feature: Board(),
      assertionProvider: assertions
    )
    await store.send(.change { $0.first = 1 }) { $0.first = 1 }
    #expect(assertions.failures.count == 1)
    #expect(
      assertions.messages.first?.contains("TestStore(initialState: BoardState(…), …)") == true
    )
    #expect(state.writes == 1)
  }

  @Test func childThatIsPassedInIsNotComparedWithItself() async {
    let note = BoardState.Note("a")
    let store = TestStore(
      initialState: BoardState(note: note),
      feature: Board(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.change { $0.note?.text = "b" }) { $0.note?.text = "b" }
    #expect(assertions.failures.count == 1)
    #expect(assertions.messages.first?.contains("`note` is the same object in both states") == true)
  }

  @Test func childWithoutAnotherFailsWithTheLineToWrite() async {
    let store = makeStore(.off)
    await store.send(.change { $0.note = BoardState.Note("a") })
    await store.send(.change { $0.note?.text = "b" }) { $0.note?.text = "b" }
    #expect(assertions.failures.count == 1)
    #expect(
      assertions.messages.first?
        .contains("func makeEmptyCopy() -> BoardState.Note? { BoardState.Note(…) }") == true
    )
  }

  @Test func childThatAnExpectationHasMadeNeedsNoOther() async {
    let store = makeStore()
    await store.send(.change { $0.note = BoardState.Note("a") }) { $0.note = BoardState.Note("a") }
    await store.send(.change { $0.note?.text = "b" }) { $0.note?.text = "b" }
    await store.send(.change { _ in }) { $0.note?.text = "wrong" }
    #expect(assertions.failures.count == 1)
    await store.send(.change { $0.note?.text = "c" }) { $0.note?.text = "c" }
    #expect(assertions.failures.count == 1)
  }

  @Test func objectOfTheLiveStateInAnExpectationFails() async {
    let store = makeStore()
    await store.send(.change { $0.row = BoardState.Row(id: 1) }) { $0.row = store.state.row }
    #expect(assertions.failures.count == 1)
    #expect(assertions.messages.first?.contains("`row` is the object of the state") == true)
    await store.send(.change { $0.row?.title = "a" }) { $0.row?.title = "a" }
    #expect(assertions.failures.count == 1)
  }

  @Test func childrenThatWereNotAssertedAreMadeAgain() async {
    let store = makeStore(.off)
    await store.send(.change { $0.rows = [BoardState.Row(id: 1), BoardState.Row(id: 2)] })
    await store.send(.change { $0.rows[1].title = "a" }) { expected in
      #expect(expected.rows.map(\.id) == [1, 2])
      #expect(expected.rows[1] !== store.state.rows[1])
      expected.rows[1].title = "a"
    }
    #expect(assertions.messages == [])
  }

  private struct Panels: Feature {
    @Observable @MainActor
    final class State: ScreenState, SnapshotState {
      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("isLoading", \.isLoading)
        SnapshotField("displayError", \.displayError)
      }
    }

    enum Action: Sendable {
      case start
      case finish
      case nothing
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .start: state.loadingStarted()
        case .finish: state.loadingFinished()
        case .nothing: break
        }
        return .none
      }
    }
  }

  @Test func aParentInTheAppSeesNothingOfAnExpectation() async {
    let parent = ScreenState()
    let store = TestStore(
      initialState: Panels.State(states: parent),
      feature: Panels(),
      assertionProvider: assertions
    )
    let error = DisplayableError(message: "offline")
    await store.send(.start) { $0.isLoading = true }
    #expect(parent.isLoading)
    await store.send(.finish) { $0.isLoading = false }
    #expect(!parent.isLoading)
    await store.send(.nothing) { $0.displayError = error }
    #expect(parent.displayError == nil)
    #expect(assertions.failures.count == 1)
  }
}
