import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Tests in which every change and action must be asserted.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreExhaustivityTests {
  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private func makeStore(
    _ exhaustivity: Exhaustivity = .on,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> TestStore<Inbox> {
    let store = TestStore(
      initialState: Inbox.State(),
      feature: Inbox(gate: gate),
      clock: clock,
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    return store
  }

  private func expect(_ messages: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(assertions.messages == messages, sourceLocation: sourceLocation)
  }

  // MARK: Exhaustive assertions

  @Test func everyStepIsAsserted() async {
    let store = makeStore()
    await store.send(.load) { $0.isLoading = true }
    gate.open()
    await store.receive(.loaded(["a", "b"])) {
      $0.isLoading = false
      $0.messages = ["a", "b"]
    }
    await store.receive(.count) { $0.unread = 2 }
    await store.send(.readAll) { $0.unread = 0 }
    await store.finish()
    expect()
  }

  @Test func everythingMustBeAssertedByDefault() async {
    gate.open()
    let store = TestStore(
      initialState: Inbox.State(),
      feature: Inbox(gate: gate),
      assertionProvider: assertions
    )
    await store.send(.load)
    await store.finish()
    #expect(assertions.messages.count == 2, "\(assertions.messages)")
    let change = "isLoading: false → expected false, got true"
    #expect(assertions.messages.first?.contains(change) == true)
  }

  @Test func changesOfAStateWithoutFieldsNeedNoAssertionByDefault() async {
    let store = TestStore(
      initialState: ScriptState(),
      feature: Script(),
      assertionProvider: assertions
    )
    await store.send(.run { $0.count += 1 })
    await store.finish()
    expect()
  }

  @Test func sendReturnsWhenTheHandlerHasRun() async {
    let store = makeStore()
    await store.send(.load) { $0.isLoading = true }
    #expect(store.state.isLoading)
    #expect(store.store.runningTaskCount == 1)
    await store.skipRunningEffects()
    expect()
  }

  @Test func missingChangeIsReported() async {
    let store = makeStore()
    let line = #line + 1 as UInt
    await store.send(.load)
    expect(
      """
      The state after load is not the expected one:
        isLoading: false → expected false, got true
      """
    )
    #expect(assertions.failures.map(\.line) == [line])
    await store.skipRunningEffects()
  }

  @Test func wrongChangeIsReportedWithAllThreeValues() async {
    let store = makeStore()
    store.state.unread = 5
    store.skipReceivedActions()
    await store.send(.readAll) { $0.unread = 1 }
    expect(
      """
      The state after readAll is not the expected one:
        unread: 5 → expected 1, got 0
      """
    )
  }

  @Test func changeThatWasNotMadeIsReported() async {
    let store = makeStore()
    await store.send(.refuse) { $0.messages = ["new"] }
    expect(
      """
      The state after refuse is not the expected one:
        messages: [] → expected ["new"], got []
      """
    )
  }

  @Test func nextStepStartsFromWhatIsThere() async {
    let store = makeStore()
    await store.send(.write) { $0.unread = 100 }
    #expect(assertions.failures.count == 1)
    await store.send(.refuse)
    #expect(assertions.failures.count == 1)
  }

  @Test func childIsComparedByItsFields() async {
    let store = makeStore()
    await store.send(.write) { $0.draft = Editor.State(text: "draft") }
    expect()
    await store.send(.write) { $0.draft?.text = "other" }
    expect(
      """
      The state after write is not the expected one:
        draft.text: "draft" → expected "other", got "draft"
        draft: expected the previous object, got a new object
      """
    )
  }

  @Test func stateIsAsItWasAfterAComparison() async {
    let store = makeStore()
    await store.send(.write) { $0.draft = Editor.State(text: "draft") }
    let draft = store.state.draft
    await store.send(.readAll) { $0.messages = ["wrong"] }
    #expect(store.state.draft === draft)
    #expect(store.state.messages == [])
  }

  @Test func stateLeftByAFailedHandlerIsCompared() async {
    let store = makeStore()
    await store.send(.fail) { $0.unread = -1 }
    expect("fail failed, and nothing handles its error: failed")
  }

  // MARK: Received actions

  @Test func anotherActionThanTheExpectedOneIsReported() async {
    let store = makeStore()
    await store.send(.load) { $0.isLoading = true }
    gate.open()
    await store.receive(.count) {
      $0.isLoading = false
      $0.messages = ["a", "b"]
    }
    expect(#"Received loaded(["a", "b"]), expected count"#)
    await store.receive(.count) { $0.unread = 2 }
    await store.finish()
    #expect(assertions.failures.count == 1)
  }

  @Test func receivedActionsHaveToBeAssertedBeforeTheNextOneIsSent() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await store.receive(.loaded(["1"])) { $0.messages = ["1"] }
    await store.send(.refuse)
    #expect(assertions.failures.count == 1)
    #expect(
      assertions.messages.first?.hasPrefix("Received actions must be asserted before refuse")
        == true
    )
    await store.skipRunningEffects()
    store.skipReceivedActions()
  }

  @Test func eachReceivedActionIsComparedWithTheStateThatItLeft() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await store.receive(.loaded(["1"])) { $0.messages = ["1"] }
    await store.receive(.loaded(["2"])) { $0.messages = ["2"] }
    await store.receive(.count) { $0.unread = 1 }
    await store.receive(.count)
    await store.finish()
    expect()
  }

  @Test func actionThatCannotComeIsReported() async {
    let store = makeStore()
    await store.receive(.count)
    expect("count was not received, and nothing is running that could send it")
  }

  @Test(.needsVirtualTime, .simulated) func actionThatDoesNotComeInTimeIsReportedWithWhatIsRunning()
    async
  {
    let store = makeStore()
    await store.send(.wait)
    await store.receive(.count)
    let message = assertions.messages.first ?? ""
    #expect(
      message.hasPrefix(
        "count was not received within 10 seconds. Running:\n  \"endless\" (id: 7)"
      )
    )
    await store.skipRunningEffects()
    #expect(assertions.failures.count == 1)
  }

  @Test func actionsAreMatchedByACondition() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await store.receive {
      $0 == .loaded(["1"])
    } expecting: {
      $0.messages = ["1"]
    }
    await store.receive {
      $0 == .count
    } expecting: {
      $0.messages = ["2"]
    }
    expect(#"Received loaded(["2"]), expected a matching action"#)
    store.skipReceivedActions()
    await store.skipRunningEffects()
  }

  @Test func actionThatCannotBeComparedIsReported() async {
    let store = TestStore(
      initialState: ScriptState(),
      feature: Script(),
      assertionProvider: assertions
    )
    await store.receive(.log("a"))
    expect("a can't be compared: ScriptAction is not Equatable. Use `receive(where:)`.")
  }

  // MARK: Effects and end

  @Test func changesOfEffectsAreAssertedAtTheEnd() async {
    let store = makeStore()
    await store.send(.noteLater)
    gate.open()
    await store.finish { $0.messages = ["noted"] }
    expect()
  }

  @Test func unassertedChangeOfAnEffectIsReported() async {
    let store = makeStore()
    await store.send(.noteLater)
    gate.open()
    await store.finish()
    expect(
      """
      The state after the effects is not the expected one:
        messages: [] → expected [], got ["noted"]
      """
    )
  }

  @Test func unassertedActionsAreReportedAtTheEnd() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await store.finish { _ in }
    #expect(assertions.failures.count == 1)
    #expect(
      assertions.messages.first?.hasPrefix("Received actions must be asserted before the end")
        == true
    )
  }

  @Test(.needsVirtualTime, .simulated) func effectThatDoesNotEndIsNamed() async {
    let store = makeStore()
    let line = #line + 1
    await store.send(.wait)
    await store.finish()
    let message = assertions.messages.first ?? ""
    let start = """
      Effects are still running after 10 seconds:
        "endless" (id: 7) of wait, sent at ViewFeatureTests/TestStoreExhaustivityTests.swift:\(line), \
      running for 10 seconds
      """
    #expect(message == start)
  }

  @Test func effectThatIsLeftIsReportedWhenTheStoreGoes() async {
    let line = #line + 1 as UInt
    var store: TestStore<Inbox>? = TestStore(
      initialState: Inbox.State(),
      feature: Inbox(gate: gate),
      assertionProvider: assertions
    )
    store?.exhaustivity = .on
    await store?.send(.wait)
    store = nil
    #expect(assertions.failures.map(\.line) == [line])
    #expect(assertions.messages.first?.hasPrefix("Effects are still running at the end") == true)
    #expect(assertions.messages.first?.contains("\"endless\" (id: 7) of wait") == true)
  }

  @Test func receivedActionThatIsLeftIsReportedWhenTheStoreGoes() async {
    var store: TestStore<Inbox>? = makeStore()
    await store?.send(.loadTwice)
    await store?.receive(.loaded(["1"])) { $0.messages = ["1"] }
    await store?.skipRunningEffects()
    store = nil
    #expect(
      assertions.messages.contains { $0.hasPrefix("Received actions were not asserted: loaded") }
    )
  }

  @Test func skippingLeavesNothingToAssert() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await store.receive(.loaded(["1"])) { $0.messages = ["1"] }
    await store.skipRunningEffects()
    store.skipReceivedActions()
    await store.finish()
    expect()
  }

  @Test func timeIsUnderControl() async {
    struct Search: Feature {
      enum Action: Equatable, Sendable {
        case type(String)
        case found(String)
      }

      func handle() -> ActionHandler<Action, Inbox.State> {
        ActionHandler { action, state in
          switch action {
          case .type(let query):
            return .run { _, send in send(.found(query)) }
              .debounce(id: "search", for: .seconds(1))
          case .found(let message):
            state.messages.append(message)
            return .none
          }
        }
      }
    }
    let clock = TestClock()
    let store = TestStore(
      initialState: Inbox.State(),
      feature: Search(),
      clock: clock,
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.type("a"))
    await store.send(.type("ab"))
    await clock.advance(by: .seconds(1))
    await store.receive(.found("ab")) { $0.messages = ["ab"] }
    await store.finish()
    expect()
  }

  @Test func stateWithoutSnapshotsIsRefused() async {
    let store = TestStore(
      initialState: Counter.State(),
      feature: Counter(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.increment)
    #expect(assertions.messages.first?.contains("Conform it to `SnapshotState`") == true)
  }

  // MARK: Documented patterns

  @Test func onePropertyIsAllThatMayChange() async {
    let store = makeStore()
    await store.send(.write, \.unread, 0)
    expect(
      "write made changes that were not asserted:\n  draft: nil → Editor.State(text: \"draft\")"
    )
    await store.send(.readAll, \.unread, 0)
    #expect(assertions.failures.count == 1)
  }

  @Test func closureOnTheActualStateAssertsAllOfIt() async {
    let store = makeStore()
    await store.send(.write, assert: { #expect($0.draft != nil) })
    await store.send(.refuse)
    expect()
  }
}
