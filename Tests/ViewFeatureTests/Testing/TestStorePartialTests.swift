import Logging
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Tests of a state with snapshots in which only named fields are asserted.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStorePartialTests {
  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private func makeStore() -> TestStore<Inbox> {
    gate.open()
    let store = TestStore(
      initialState: Inbox.State(),
      feature: Inbox(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .off
    return store
  }

  @Test func wholeStateIsComparedAfterAllEffects() async {
    let store = makeStore()
    await store.send(.load) {
      $0.messages = ["a", "b"]
      $0.unread = 2
    }
    #expect(assertions.failures == [])
    await store.send(.readAll) { $0.unread = 1 }
    #expect(assertions.messages.count == 1)
  }

  @Test func earlierActionsNeedNotBeAsserted() async {
    let store = makeStore()
    await store.send(.load)
    await store.send(.write, assert: { _ in })
    await store.send(.readAll) { $0.unread = 0 }
    #expect(assertions.failures == [])
  }

  @Test func receivedActionsMayBeAsserted() async {
    let store = makeStore()
    await store.send(.load)
    await store.receive(.count) { $0.unread = 2 }
    #expect(assertions.failures == [])
  }

  @Test func onlyNamedFieldsOfAReceivedActionAreCompared() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await store.receive(.loaded(["2"])) { $0.messages = ["wrong"] }
    #expect(assertions.failures.count == 1)
  }

  @Test(.needsVirtualTime, .simulated) func effectThatDoesNotEndFailsTheTestAndIsCancelled() async {
    let gate = Gate()
    let store = TestStore(
      initialState: Inbox.State(),
      feature: Inbox(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .off
    await store.send(.wait)
    let message = assertions.messages.first ?? ""
    #expect(message.hasPrefix("wait hasn't ended after 10 seconds."))
    #expect(message.contains("\"endless\" (id: 7) of wait, sent at"))
    #expect(gate.wasCancelled)
    await store.finish()
    #expect(assertions.failures.count == 1)
  }

  @Test(.notRepeated) func skippedChangesAndActionsAreLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .notice)
      await Self.skipSomething()
      #expect(
        capture.messages == [
          #"Not asserted: messages: [] → ["a", "b"]"#, "Not asserted: unread: 0 → 2",
          #"Not asserted: loaded(["a", "b"])"#, "Not asserted: count",
        ]
      )
    }
  }

  private static func skipSomething() async {
    let gate = Gate()
    gate.open()
    let store = TestStore(initialState: Inbox.State(), feature: Inbox(gate: gate))
    store.exhaustivity = .off(showsSkipped: true)
    await store.send(.load)
    await store.send(.readAll) { $0.unread = 0 }
  }
}
