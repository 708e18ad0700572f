import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Changes belong to the action that has made them, and each wait of a test ends.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreAttributionTests {
  private let assertions = RecordingAssertions()

  private func makeBoard(_ exhaustivity: Exhaustivity = .on) -> TestStore<Board> {
    Board.testStore(exhaustivity, assertions)
  }

  private func makeDocument() -> TestStore<Document> {
    TestStore(
      initialState: Document.State(),
      feature: Document(),
      assertionProvider: assertions
    )
  }

  /// An action that leaves 1, and sends another one that leaves 2.
  private let twoSteps = BoardAction("first") { state in
    state.first = 1
    return .send(.change("second") { $0.first += 1 })
  }

  // MARK: One property

  @Test func aPropertyIsComparedAsTheHandlerLeftIt() async {
    let store = makeBoard()
    await store.send(twoSteps, \.first, 1)
    await store.receive(.named("second")) { $0.first = 2 }
    #expect(assertions.messages == [])
    await store.send(twoSteps, \.total, 1)
    await store.receive(.named("second")) { $0.first = 2 }
    #expect(assertions.messages == [])
    await store.send(twoSteps, \.first, 2)
    #expect(assertions.messages == ["first after first: expected 2, got 1"])
  }

  @Test func changesAfterTheHandlerArentAssertedByAClosure() async {
    let store = makeBoard()
    await store.send(twoSteps, assert: { #expect($0.first == 2) })
    await store.receive(.named("second")) { $0.first = 2 }
    #expect(assertions.messages == [])
    await store.send(twoSteps, assert: { _ in })
    await store.receive(.named("second"))
    #expect(assertions.messages.count == 1)
  }

  // MARK: Reactions of another store

  @Test func anActionOfAParentsReactionIsReceivedAlone() async {
    let store = makeDocument()
    await store.send(\.editor, .textChanged("a")) { $0.editor.text = "a" }
    await store.receive(.editorChanged) { $0.changes = 1 }
    await store.set(\.editor, \.text, to: "b")
    await store.receive(.editorChanged) { $0.changes = 2 }
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func aParentsReactionItselfBelongsToTheAction() async {
    let store = makeDocument()
    await store.send(\.editor, .lengthChanged(3)) {
      $0.editor.length = 3
      $0.total = 3
    }
    await store.finish()
    #expect(assertions.messages == [])
  }

  // MARK: Waits

  @Test func aHandlerThatNeverEndsFailsTheTest() async {
    let store = makeBoard()
    store.timeout = .milliseconds(50)
    let gate = Gate()
    await store.send(
      BoardAction("wait") { _ in
        await gate.wait()
        return .none
      }
    )
    #expect(assertions.messages == ["The handler of wait hasn't ended after 50 ms"])
    gate.open()
    await store.finish()
  }

  @Test func aWaitingHandlerOfAReceivedActionIsNamed() async {
    let store = makeBoard()
    store.timeout = .milliseconds(50)
    let gate = Gate()
    let waiting = BoardAction("waiting") { state in
      await gate.wait()
      state.first = 1
      return .none
    }
    await store.send(.effect(.run { _, send in send(waiting) }))
    await store.receive(.named("waiting")) { $0.first = 1 }
    #expect(
      assertions.messages == [
        """
        waiting was not received within 50 ms. Running:
          the handler of waiting
        """
      ]
    )
    gate.open()
    await store.receive(.named("waiting")) { $0.first = 1 }
    await store.finish()
    #expect(assertions.messages.count == 1)
  }

  @Test func aHandlerThatIsRunningAtTheEndIsReported() async {
    let gate = Gate()
    do {
      let store = makeBoard()
      let waiting = BoardAction("waiting") { _ in
        await gate.wait()
        return .none
      }
      await store.send(.effect(.run { _, send in send(waiting) }))
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(
      assertions.messages == [
        "Effects are still running at the end of the test:\n  the handler of waiting"
      ]
    )
    gate.open()
  }

  @Test func actionsThatDontMatchDontProlongAReceive() async {
    let store = makeBoard()
    store.timeout = .milliseconds(50)
    await store.send(
      .effect(
        .run { _, send in
          while !Task.isCancelled {
            send(.named("other"))
            await Task.yield()
          }
        }
      )
    )
    store.exhaustivity = .off
    await store.receive(.named("missing"))
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.hasPrefix("missing was not received within") == true)
    await store.skipRunningEffects()
  }

  @Test func anEffectOffTheMainActorEndsBehindItsAction() async {
    for _ in 0..<50 {
      let store = makeBoard()
      await store.send(.effect(.run { await Self.sendElsewhere(.named("sent")) }))
      await store.receive(.named("sent"))
    }
    #expect(assertions.messages == [])
  }

  @concurrent
  private static func sendElsewhere(_ action: BoardAction) async {
    await Board.proxy.send(action)
  }

  // MARK: Order

  @Test func aButtonWithoutAnActionComesAfterReceivedActions() async {
    let store = TestStore(
      initialState: Book.State(),
      feature: Book(),
      assertionProvider: assertions
    )
    await store.send(.askToDelete) { $0.alert = Book.deletion }
    let task = await store.send(.load)
    await task.finish()
    // The action has shown another alert, without this button.
    await store.choose("Cancel", in: \.alert) { $0.alert = nil }
    #expect(
      assertions.messages.first
        == #"Received actions must be asserted before "Cancel": failed("No network")"#
    )
    #expect(assertions.messages.count == 2)
  }

  @Test func aWrongActionIsOneFailure() async {
    let store = makeBoard()
    await store.send(.effect(.send(.change("other") { $0.second = 2 })))
    await store.receive(.named("expected")) { $0.first = 1 }
    #expect(assertions.messages == ["Received other, expected expected"])
    await store.finish()
    #expect(assertions.messages.count == 1)
  }

  @Test func actionsBeforeAnExhaustivePartNeedNoAssertion() async {
    let store = makeBoard(.off)
    await store.send(.effect(.send(.change("sent") { $0.first = 1 })))
    store.exhaustivity = .on
    await store.send(.change { $0.second = 2 }) { $0.second = 2 }
    await store.finish()
    #expect(assertions.messages == [])
  }

  // MARK: States without fields

  @Test func aReceivedActionIsRepeatedBeforeTheNextComparison() async {
    let store = TestStore(
      initialState: Mailbox.State(),
      feature: Mailbox(),
      assertionProvider: assertions
    )
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded(["a"]))
    await store.send(.clear) { $0.messages = [] }
    #expect(assertions.messages == [])
  }

  @Test func aChangeOfNoActionIsNamedAsOne() async {
    let store = TestStore(
      initialState: Mailbox.State(),
      feature: Mailbox(),
      assertionProvider: assertions
    )
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded(["a"]))
    store.state.messages = ["b"]
    await store.send(.clear) { $0.messages = [] }
    #expect(
      assertions.messages.first?.hasPrefix("The whole state can't be compared: ") == true
    )
  }

  // MARK: Failures of later turns

  @Test func anErrorOfAReactionInALaterTurnFailsTheTest() async {
    await withKnownIssue {
      let store = TestStore(initialState: Form.State(), feature: Form())
      store.state.query = "x"
      await store.finish { $0.query = "x" }
    } matching: { issue in
      "\(issue)".contains("nothing handles its error")
    }
  }

  fileprivate struct Form: Feature {
    @MainActor @Observable final class State: SnapshotState {
      var query = ""

      static let snapshotFields = SnapshotFields<State> { SnapshotField("query", \.query) }
    }

    enum Action: Sendable { case none }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
        .onChange(of: \.query) { _, _, _ in .run { _ in throw TestError() } }
    }
  }

  fileprivate struct Mailbox: Feature {
    @MainActor @Observable final class State: @MainActor Equatable {
      var isLoading = false
      var messages: [String] = []

      static func == (lhs: State, rhs: State) -> Bool {
        lhs.isLoading == rhs.isLoading && lhs.messages == rhs.messages
      }
    }

    enum Action: Sendable, Equatable {
      case load
      case loaded([String])
      case clear
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .load:
          state.isLoading = true
          return .run { _, send in send(.loaded(["a"])) }
        case .loaded(let messages):
          state.isLoading = false
          state.messages = messages
        case .clear: state.messages = []
        }
        return .none
      }
    }
  }

  fileprivate struct Editor: Feature {
    @MainActor @Observable final class State: SnapshotState {
      var text = ""
      var length = 0

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("text", \.text)
        SnapshotField("length", \.length)
      }
    }

    enum Action: Sendable {
      case textChanged(String)
      case lengthChanged(Int)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .textChanged(let text): state.text = text
        case .lengthChanged(let length): state.length = length
        }
        return .none
      }
    }
  }

  fileprivate struct Document: Feature {
    @MainActor @Observable final class State: SnapshotState {
      let editor = Editor.State()
      var changes = 0
      var total = 0

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("editor", child: \.editor)
        SnapshotField("changes", \.changes)
        SnapshotField("total", \.total)
      }
    }

    enum Action: Sendable, Equatable { case editorChanged }

    let editor = Child(\State.editor, Editor())

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.changes += 1
        return .none
      }
      .onChange(of: \.editor.text) { _, _, _ in .send(.editorChanged) }
      .onChange(of: \.editor.length) { _, new, state in
        state.total = new
        return .none
      }
    }
  }
}
