import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Handlers that suspend while the test continues.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreSuspensionTests {
  private let assertions = RecordingAssertions()

  private func makeStore(_ exhaustivity: Exhaustivity) -> TestStore<Board> {
    Board.testStore(exhaustivity, assertions) { $0.onError { _, state in state.third += 1 } }
  }

  private func waiting(_ name: String, at gate: Gate) -> BoardAction {
    BoardAction(name) { state in
      state.first += 1
      try await gate.pass()
      state.first += 1
      return .none
    }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func anotherActionIsSentWhileAHandlerWaits(exhaustivity: Exhaustivity) async {
    let gate = Gate()
    let store = makeStore(exhaustivity)
    let first = Task { await store.send(waiting("first", at: gate)) { $0.first = 2 } }
    await gate.waitUntilStarted()
    let second = Task { await store.send(.change("second") { $0.second = 1 }) { $0.second = 1 } }
    await Task.yield()
    gate.open()
    _ = await (first.value, second.value)
    await store.finish()
    if exhaustivity == .on { #expect(assertions.messages == []) }
  }

  @Test(.simulated(seeds: 0..<20))
  func sendsOfSeveralTasksCompareInTheOrderOfTheHandlers() async {
    let gate = Gate()
    let store = makeStore(.on)
    let first = Task { await store.send(waiting("first", at: gate)) { $0.first = 2 } }
    await gate.waitUntilStarted()
    gate.open()
    let second = Task { await store.send(.change("second") { $0.second = 1 }) { $0.second = 1 } }
    _ = await (first.value, second.value)
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func receivedActionsAreSkippedWhileTheHandlerOfOneWaits(exhaustivity: Exhaustivity) async {
    let gate = Gate()
    let store = makeStore(exhaustivity)
    let waiting = waiting("received", at: gate)
    let sent = Task { await store.send(.effect(.run { _, send in send(waiting) })) }
    await gate.waitUntilStarted()
    // Its own changes are compared before others are skipped.
    if exhaustivity == .on { _ = await sent.value }
    store.skipReceivedActions()
    gate.open()
    _ = await sent.value
    await store.finish()
    #expect(store.state.first == 2)
    #expect(assertions.messages == [])
  }

  @Test func anActionIsSentWhileTheHandlerOfAReceivedOneWaits() async {
    let gate = Gate()
    let store = makeStore(.on)
    let waiting = waiting("received", at: gate)
    await store.send(.effect(.run { _, send in send(waiting) }))
    await gate.waitUntilStarted()
    let other = Task { await store.send(.change("other") { $0.second = 1 }) { $0.second = 1 } }
    await Task.yield()
    gate.open()
    _ = await other.value
    #expect(
      assertions.messages == ["Received actions must be asserted before other: received"]
    )
    await store.finish()
    #expect(assertions.failures.count == 1)
  }

  @Test func anEffectFailsWhileAHandlerWaits() async {
    let (gate, failure) = (Gate(), Gate())
    let store = makeStore(.on)
    await store.send(
      .effect(
        .run { _ in
          try await failure.pass()
          throw TestError()
        }
      )
    )
    await failure.waitUntilStarted()
    let sent = Task {
      await store.send(waiting("waiting", at: gate)) {
        $0.first = 2
        $0.third = 1
      }
    }
    await gate.waitUntilStarted()
    failure.open()
    while store.state.third == 0 { await Task.yield() }
    gate.open()
    _ = await sent.value
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func aReceivedActionIsComparedWhenItsHandlerIsDone() async {
    let gate = Gate()
    let store = makeStore(.on)
    let waiting = waiting("received", at: gate)
    await store.send(.effect(.run { _, send in send(waiting) }))
    let received = Task { await store.receive(waiting) { $0.first = 2 } }
    await gate.waitUntilStarted()
    gate.open()
    _ = await received.value
    await store.finish()
    #expect(assertions.messages == [])
  }
}
