import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Outputs, tasks, and unasserted changes at the end of a test.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreEndTests {
  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Desk> {
    let store = TestStore(
      initialState: Desk.State(rows: 2, note: true),
      feature: Desk(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    return store
  }

  private func expect(_ messages: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(assertions.messages == messages, sourceLocation: sourceLocation)
  }

  // MARK: Outputs

  @Test func outputsAreReceivedInOrder() async {
    let store = makeStore()
    await store.send(.finish)
    await store.receive(output: .finished(""))
    await store.send(.finishLater)
    gate.open()
    await store.receive(outputWhere: { $0 == .finished("late") })
    await store.finish()
    expect()
  }

  @Test func outputOfTheParentFollowsOneOfTheChild() async {
    let store = makeStore()
    gate.open()
    await store.send(.open) { $0.page = Page.State(id: 5) }
    await store.send(\.page, .type("a")) { $0.page?.text = "a" }
    await store.send(\.page, .save)
    await store.receive(output: .finished("a"))
    await store.receive(.page(.saved("a"))) { $0.title = "a" }
    await store.finish()
    expect()
  }

  @Test func anotherOutputThanTheExpectedOneIsReported() async {
    let store = makeStore()
    await store.send(.finish)
    await store.receive(output: .finished("x"))
    await store.receive(output: .finished("x"))
    await store.finish()
    expect(
      #"Received the output finished(""), expected the output finished("x")"#,
      #"the output finished("x") was not received, and nothing is running that could send it"#
    )
  }

  @Test func outputsHaveToBeAsserted() async {
    let store = makeStore()
    await store.send(.finish)
    await store.send(\.cover, .refuse)
    await store.send(.finish)
    await store.finish()
    expect(
      #"Outputs must be asserted before refuse of cover: finished("")"#,
      #"Outputs must be asserted before the end: finished("")"#
    )
  }

  @Test func outputThatIsLeftAtTheEndIsReported() async {
    await makeStore().send(.finish)
    expect(#"Outputs were not asserted: finished("")"#)
  }

  @Test func outputsNeedNotBeAssertedWhenNotEverythingIs() async {
    let store = makeStore(.off)
    await store.send(.titleBoth("a"))
    await store.send(.finish)
    await store.send(.finish)
    await store.receive(output: .finished("a"))
    await store.send(.finish)
    store.skipReceivedActions()
    await store.receive(output: .finished("a"))
    expect(#"the output finished("a") was not received, and nothing is running that could send it"#)
  }

  // MARK: End

  @Test func effectOfAChildThatIsLeftIsReportedWithItsPath() async {
    do {
      let store = makeStore()
      await store.send(\.rows[id: 2].note, .save) { $0.rows[1].note?.isSaved = true }
      await store.send(\.cover, .wait)
    }
    #expect(assertions.messages.count == 1)
    let lines = assertions.messages.first?.split(separator: "\n") ?? []
    #expect(lines.first == "Effects are still running at the end of the test:")
    #expect(
      lines.dropFirst().first?.hasPrefix(#"  rows[id: 2].note: "save" of save, sent at"#) == true
    )
    #expect(lines.last?.hasPrefix(#"  cover: "endless" (id: 7) of wait, sent at"#) == true)
  }

  @Test(.needsVirtualTime, .simulated) func finishNamesWhatDoesNotEndWithItsPath() async {
    let store = makeStore()
    await store.send(\.rows[id: 2], .wait)
    await store.finish()
    #expect(assertions.messages.count == 1)
    let prefix = """
      Effects are still running after 10 seconds:
        rows[id: 2]: "endless" (id: 7) of wait, sent at
      """
    #expect(assertions.messages.first?.hasPrefix(prefix) == true)
  }

  @Test func finishWaitsForWhatTheChildrenStart() async {
    let store = makeStore()
    await store.send(\.rows[id: 1], .save)
    gate.open()
    await store.finish { $0.subtitle = "followed" }
    expect(#"Received actions must be asserted before the end: row(1, saved(""))"#)
  }

  @Test func changeOfAGrandchildWithoutAnActionIsReportedAtTheEnd() async {
    do {
      let store = makeStore()
      store.state.rows[1].note?.text = "written"
    }
    expect(
      """
      Changes were not asserted:
        rows[1].note.text: "" → "written"
      """
    )
  }

  /// A feature with a property whose changes aren't reported to observers.
  struct Hiding: Feature {
    @MainActor @Observable final class State: SnapshotState {
      var seen = 1
      @ObservationIgnored private var factor = 1
      var product: Int { seen * factor }

      func change() { factor += 1 }

      static let snapshotFields = SnapshotFields<State> { SnapshotField("product", \.product) }
    }

    func handle() -> ActionHandler<String, State> {
      ActionHandler { _, state in
        state.change()
        return .none
      }
    }
  }

  @Test(arguments: [true, false]) func changeThatCannotBeObservedIsReportedAtTheEnd(
    isFinished: Bool
  ) async {
    do {
      let store = TestStore(
        initialState: Hiding.State(),
        feature: Hiding(),
        assertionProvider: assertions
      )
      store.exhaustivity = .on
      await store.send("change")
      if isFinished {
        await store.finish()
        store.exhaustivity = .off
      }
    }
    expect(
      """
      Changes were not compared, because they can't be observed. Remove `@ObservationIgnored` from \
      the properties of these fields:
        product: 1 → 2
      """
    )
  }

  // MARK: Immediate assertions

  @Test func theStateIsAssertedAsItIs() async {
    let store = makeStore()
    await store.send(\.cover, .change)
    store.assert { _ in }
    gate.open()
    while store.state.cover.text != "changed" { await Task.yield() }
    store.assert { $0.cover.text = "changed" }
    await store.finish()
    expect()
    store.state.title = "direct"
    store.assert { $0.title = "other" }
    expect(
      """
      The state is not the expected one:
        title: "" → expected "other", got "direct"
      """
    )
  }

  @Test func anAssertionWithoutAWaitComesAfterTheReceivedActions() async {
    let store = makeStore()
    await store.send(\.rows[id: 1], .close)
    store.assert { _ in }
    expect("Received actions must be asserted before the assertion: row(1, closed)")
  }

  @Test func onlyTheNamedFieldsAreAssertedWhenNotEverythingIs() async {
    let store = makeStore(.off)
    await store.send(.titleBoth("a"))
    store.assert { $0.title = "a" }
    expect()
    store.assert { $0.title = "b" }
    #expect(assertions.messages.count == 1)
  }

  // MARK: Tasks

  @Test func aTaskIsCancelledWithItsEffects() async {
    let store = makeStore()
    let task = await store.send(\.cover, .load) { $0.cover.count = 1 }
    await gate.waitUntilStarted()
    #expect(!task.isCancelled)
    await task.cancel()
    #expect(task.isCancelled)
    #expect(gate.wasCancelled)
    await store.finish()
    expect()
  }

  @Test func aTaskIsAwaited() async {
    let store = makeStore()
    let task = await store.send(.finishLater)
    gate.open()
    await task.finish()
    await store.receive(output: .finished("late"))
    #expect(!task.isCancelled)
    expect()
  }

  @Test(.needsVirtualTime, .simulated) func aTaskThatDoesNotEndIsReportedAtItsLine() async {
    let store = makeStore()
    let task = await store.send(\.cover, .wait)
    let line = #line + 1 as UInt
    await task.finish()
    #expect(
      assertions.messages.first?.hasPrefix(
        "wait of cover hasn't ended after 10 seconds.\n  cover: \"endless\" (id: 7) of wait"
      ) == true
    )
    #expect(assertions.failures.first?.line == line)
    await task.cancel()
    #expect(assertions.failures.count == 1)
  }

  @Test func aTaskHasThePropertiesOfTheState() async {
    let store = makeStore()
    let result = await store.send(.titleBoth("a")) {
      $0.title = "a"
      $0.subtitle = "a"
    }
    #expect(result.title == "a")
    result.title = "b"
    #expect(store.state.title == "b")
    let state: Desk.State = await store.send(.titleBoth("c")) {
      $0.title = "c"
      $0.subtitle = "c"
    }
    #expect(state === store.state)
    expect()
  }
}
