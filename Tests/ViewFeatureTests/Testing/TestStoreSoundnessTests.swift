import Logging
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Tests that must not pass, and tests that must.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreSoundnessTests {
  private let assertions = RecordingAssertions()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Board> {
    Board.testStore(exhaustivity, assertions)
  }

  private func expect(_ messages: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(assertions.messages == messages, sourceLocation: sourceLocation)
  }

  // MARK: Single property

  @Test func anotherFieldThatChangedToTheSameValueIsReported() async {
    let store = makeStore()
    await store.send(
      .change {
        $0.first = 1
        $0.second = 1
      },
      \.first,
      1
    )
    expect("change made changes that were not asserted:\n  second: 0 → 1")
  }

  @Test func fieldsThatAPropertyIsMadeOfMayChange() async {
    let store = makeStore()
    await store.send(
      .change {
        $0.first = 1
        $0.second = 2
      },
      \.total,
      3
    )
    await store.send(.change { $0.rows = [BoardState.Row(id: 1)] }, \.isEmpty, false)
    expect()
    await store.send(.change { $0.rows[0].title = "a" }, \.rows.first?.title, "a")
    expect()
  }

  @Test func fieldsThatAPropertyIsNotMadeOfAreReported() async {
    let store = makeStore()
    await store.send(.change { $0.rows = [BoardState.Row(id: 1)] }, \.isEmpty, false)
    await store.send(
      .change {
        $0.rows[0].title = "a"
        $0.rows[0].isDone = true
      },
      \.rows.first?.title,
      "a"
    )
    await store.send(.change { $0.rows.append(BoardState.Row(id: 2)) }, \.isEmpty, false)
    #expect(assertions.failures.count == 2)
    #expect(assertions.messages.first?.hasSuffix("rows[0].isDone: false → true") == true)
    #expect(assertions.messages.last?.contains("rows: [") == true)
  }

  // MARK: Partial assertions

  @Test func aFieldThatIsSetToItsEarlierValueIsCompared() async {
    let store = makeStore(.off)
    await store.send(
      .effect(
        .concatenate(
          .run { _, send in send(.change("one") { $0.first = 1 }) },
          .run { _, send in send(.change("two") { $0.first = 2 }) }
        )
      )
    )
    await store.receive(.named("one")) { $0.first = 2 }
    expect("The state after one is not the expected one:\n  first: 0 → expected 2, got 1")
  }

  @Test func aFieldThatFinishSetsToItsEarlierValueIsCompared() async {
    let store = makeStore(.off)
    store.state.first = 1
    await store.finish { $0.first = 0 }
    expect("The state after the effects is not the expected one:\n  first: 0 → expected 0, got 1")
  }

  @Test func aPartialAssertionStartsWithWhatTheActionFound() async {
    let store = makeStore(.off)
    await store.send(
      .effect(
        .concatenate(
          .run { _, send in send(.change("one") { $0.first += 1 }) },
          .run { _, send in send(.change("two") { $0.first += 1 }) }
        )
      )
    )
    await store.receive(.named("one")) { $0.first += 1 }
    await store.receive(.named("two")) { $0.first += 1 }
    await store.finish { $0.third = 0 }
    expect()
  }

  @Test func aPartialReceiveMovesTheStartOfTheNextAssertion() async {
    let store = makeStore(.off)
    await store.send(
      .effect(
        .concatenate(
          .run { _, send in send(.change("one") { $0.first = 1 }) },
          .run { _, send in send(.change("two") { $0.first = 5 }) }
        )
      )
    )
    await store.receive(.named("one")) { $0.first = 1 }
    await store.finish { $0.first += 4 }
    expect()
    store.state.first += 10
    await store.finish { $0.first += 11 }
    #expect(assertions.failures.count == 1)
  }

  @Test func otherFieldsAreNotComparedPartially() async {
    let store = makeStore(.off)
    await store.send(
      .effect(
        .run { _, send in
          send(
            .change("one") {
              $0.first = 1
              $0.second = 1
            }
          )
        }
      )
    )
    await store.receive(.named("one")) { $0.first = 1 }
    await store.receive(.named("none"))
    #expect(assertions.messages.count == 1)
    store.state.third = 4
    await store.finish { $0.second = 1 }
    #expect(assertions.messages.count == 1)
  }

  // MARK: End

  @Test func anUnassertedChangeIsReportedAtTheEnd() async {
    let line = #line + 1 as UInt
    var store: TestStore<Board>? = Board.testStore(.on, assertions)
    await store?.send(.effect(.run { $0.first = 1 }))
    await store?.skipRunningEffects()
    store?.state.second = 2
    store = nil
    #expect(assertions.failures.map(\.line) == [line])
    #expect(assertions.messages.first?.contains("second: 0 → 2") == true)
  }

  @Test func aDirectWriteIsReportedAtTheEnd() async {
    var store: TestStore<Board>? = makeStore()
    store?.state.path = [BoardState.Step(title: "a")]
    store = nil
    #expect(assertions.failures.count == 1)
    #expect(
      assertions.messages.first?.hasPrefix("Changes were not asserted:\n  path: [] → [") == true
    )
  }

  @Test func nothingIsReportedAtTheEndWhereNotEverythingHasToBeAsserted() {
    var store: TestStore<Board>? = makeStore(.off)
    store?.state.first = 1
    store = nil
    expect()
  }

  @Test func aCancelledEffectIsNotReportedAtTheEnd() async {
    let gate = Gate()
    var store: TestStore<Board>? = makeStore()
    await store?.send(.effect(.run { _ in await gate.passStubbornly() }))
    await gate.waitUntilStarted()
    store?.store.cancelAllTasks()
    #expect(store?.store.effects.map(\.state) == [.cancelled])
    store = nil
    expect()
    gate.open()
  }

  // MARK: Errors

  @Test(arguments: [Exhaustivity.on, .off])
  func anErrorThatNothingHandlesFails(exhaustivity: Exhaustivity) async {
    let store = makeStore(exhaustivity)
    let line = #line + 1 as UInt
    await store.send(BoardAction("handler") { _ in throw TestError("first") })
    await store.send(.effect(.run { _ in throw TestError("second") }))
    await store.finish()
    expect(
      "handler failed, and nothing handles its error: first",
      "effect failed, and nothing handles its error: second"
    )
    #expect(assertions.failures.first?.line == line)
  }

  @Test func aHandledErrorIsNotReported() async {
    let store = Board.testStore(.on, assertions) { $0.onError { _, state in state.first = -1 } }
    await store.send(BoardAction("handler") { _ in throw TestError() }) { $0.first = -1 }
    let caught = BoardAction.Effect.run { _ in throw TestError() }
      .catch { _, state in state.second = 1 }
    await store.send(.effect(caught))
    await store.finish { $0.second = 1 }
    await store.send(BoardAction("cancelled") { _ in throw CancellationError() })
    expect()
  }

  @Test(.notRepeated) func theLogHasTheErrorAsInProduction() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .error)
      await Self.sendAnActionThatFails()
      #expect(capture.messages == ["An action failed, and nothing handles its error"])
    }
  }

  private static func sendAnActionThatFails() async {
    let store = Board.testStore(.off, RecordingAssertions())
    await store.send(BoardAction("fails") { _ in throw TestError() })
  }

  @Test func anErrorOfAnEffectDoesNotChangeWhatAnActionHasLeft() async {
    let gate = Gate()
    let store = Board.testStore(.on, assertions) { $0.onError { _, state in state.second = 5 } }
    await store.send(
      .effect(
        .merge(
          .run { _, send in send(.change("one") { $0.first = 1 }) },
          .run { state in
            try await gate.pass()
            state.first = 7
            throw TestError()
          }
        )
      )
    )
    await store.receive(.named("one")) { $0.first = 1 }
    gate.open()
    await store.finish {
      $0.first = 7
      $0.second = 5
    }
    expect()
  }

  // MARK: Dropped actions

  @Test func aDroppedActionIsHintedAt() async {
    let gate = Gate()
    let store = makeStore()
    let wait = BoardAction("wait", lock: "lock") { _ in .run { _ in try await gate.pass() } }
    await store.send(wait)
    let again = BoardAction("again", lock: "lock") { state in
      state.first = 1
      return .none
    }
    await store.send(again) { $0.first = 1 }
    #expect(assertions.failures.count == 1)
    #expect(assertions.messages.first?.contains("(again was dropped: another action") == true)
    await store.send(again, \.first, 1)
    #expect(assertions.messages.last?.contains("(again was dropped: another action") == true)
    gate.open()
    await store.finish()
    #expect(assertions.failures.count == 2)
  }

  @Test func aVetoedActionIsNotDropped() async {
    struct Veto: SynchronousBeforeActionMiddleware {
      func beforeAction<Action, State>(_ action: Action, state: State) throws { throw TestError() }
    }
    let store = Board.testStore(.on, assertions) { $0.use(Veto()).onError { _, _ in } }
    await store.send(.change { $0.first = 1 }) { $0.first = 1 }
    #expect(assertions.failures.count == 1)
    #expect(assertions.messages.first?.contains("dropped") == false)
  }

  // MARK: Passing tests

  @Test func notANumberIsEqualToItself() async {
    let store = makeStore()
    await store.send(.change { $0.ratio = .nan })
    await store.send(.change { $0.first = 1 }) { $0.first = 1 }
    await store.send(.change { $0.ratio = -.nan }, \.ratio, .nan)
    expect()
  }

  /// A feature that sends an action from an effect that ends afterwards.
  ///
  /// Its handler doesn't suspend.
  private struct Chain: Feature {
    enum Action: Equatable, Sendable {
      case start
      case one
    }

    func handle() -> ActionHandler<Action, BoardState> {
      ActionHandler { action, state in
        if action == .start { return .run { _ in await store.send(.one) } }
        state.first = 1
        return .none
      }
    }
  }

  @Test func receiveMayBeTheLastLine() async {
    for _ in 0..<200 {
      var store: TestStore<Chain>? = TestStore(
        initialState: BoardState(),
        feature: Chain(),
        assertionProvider: assertions
      )
      store?.exhaustivity = .on
      await store?.send(.start)
      await store?.receive(.one) { $0.first = 1 }
      store = nil
    }
    expect()
  }

  @Test func receiveMayBeTheLastLineBehindAHandlerThatSuspends() async {
    for _ in 0..<200 {
      var store: TestStore<Board>? = makeStore()
      let one = BoardAction("one") { state in
        await Task.yield()
        state.first = 1
        return .none
      }
      await store?.send(.effect(.run { _ in await Board.proxy.send(one) }))
      await store?.receive(.named("one")) { $0.first = 1 }
      store = nil
    }
    expect()
  }

  // MARK: Output

  @MainActor @Observable fileprivate final class Local: SnapshotState {
    struct Item: Equatable {
      var id: Int
    }

    var items: [Item] = []

    static let snapshotFields = SnapshotFields<Local> { SnapshotField("items", \.items) }
  }

  @MainActor @Observable final class Wrong: SnapshotState {
    var first = 0

    static let snapshotFields = SnapshotFields<Wrong> {
      SnapshotField("first", \.first)
      SnapshotField("first", \.first)
    }
  }

  @Test func onlyThePartsThatDifferAreListed() async {
    let store = makeStore()
    let steps = ["a", "b", "a"].map { BoardState.Step(title: $0) }
    await store.send(.change { $0.path = steps }) { $0.path = steps }
    await store.send(.change { $0.path[2].title = "b" })
    expect(
      """
      The state after change is not the expected one:
        path[2].title: "a" → expected "a", got "b"
      """
    )
  }

  @Test func noContextWithoutANameIsPrinted() async {
    struct Fill: Feature {
      func handle() -> ActionHandler<[Local.Item], Local> {
        ActionHandler { action, state in
          state.items = action
          return .none
        }
      }
    }
    let store = TestStore(
      initialState: Local(),
      feature: Fill(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send([Local.Item(id: 1)])
    await store.receive([Local.Item(id: 1)])
    #expect(assertions.failures.count == 2)
    #expect(assertions.messages.allSatisfy { !$0.contains("unknown context") })
  }

  @Test func problemsOfTheFieldsAreReportedOnce() {
    struct Nothing: Feature {
      func handle() -> ActionHandler<Int, Wrong> { ActionHandler { _, _ in .none } }
    }
    let line = #line + 1 as UInt
    _ = TestStore(initialState: Wrong(), feature: Nothing(), assertionProvider: assertions)
    #expect(assertions.failures.map(\.line) == [line])
    #expect(assertions.messages.first?.contains("declares one property as two fields") == true)
  }
}
