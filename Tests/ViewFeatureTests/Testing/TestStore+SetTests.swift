import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreSetTests {
  private let assertions = RecordingAssertions()

  private func makeStore(
    _ exhaustivity: Exhaustivity = .on,
    _ configure: @escaping @MainActor (FormHandler) -> FormHandler
  ) -> TestStore<Form> {
    let store = TestStore(
      initialState: FormState(),
      feature: Form(configure: configure),
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    return store
  }

  private func expect(_ messages: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(assertions.messages == messages, sourceLocation: sourceLocation)
  }

  private func doubling(_ handler: FormHandler) -> FormHandler {
    handler.onChange(of: \.first) { _, new, state in state.second = new * 2 }
  }

  @Test func reactionsAreAPartOfTheActionsAssertion() async {
    let store = makeStore { doubling($0) }
    await store.send(.change { $0.first = 1 }) {
      $0.first = 1
      $0.second = 2
    }
    expect()
    await store.send(.change { $0.first = 2 }) { $0.first = 2 }
    expect("The state after change is not the expected one:\n  second: 2 → expected 2, got 4")
    await store.finish()
  }

  @Test func reactionsAreAPartOfAReceivedAction() async {
    let store = makeStore { doubling($0) }
    await store.send(.effect(.run { _, send in send(.change { $0.first = 3 }) }))
    await store.receive(.named("change")) {
      $0.first = 3
      $0.second = 6
    }
    await store.finish()
    expect()
  }

  @Test func aWriteIsAssertedWithItsReactions() async {
    let store = makeStore { doubling($0) }
    await store.set(\.first, to: 1) { $0.second = 2 }
    await store.set(\.third, to: 1)
    await store.finish()
    expect()
  }

  @Test func aReactionThatIsNotAssertedIsReported() async {
    let store = makeStore { doubling($0) }
    await store.set(\.first, to: 1)
    await store.set(\.first, to: 2) { $0.second = 5 }
    expect(
      "The state after the write of first is not the expected one:\n  second: 0 → expected 0, got 2",
      "The state after the write of first is not the expected one:\n  second: 2 → expected 5, got 4"
    )
    await store.finish()
  }

  @Test func aReactionMayCorrectTheValueThatIsSet() async {
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, state in state.first = min(new, 10) }
    }
    await store.set(\.first, to: 12) { $0.first = 10 }
    await store.finish()
    expect()
  }

  @Test func actionsOfAReactionAreReceived() async {
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, _ in
        .concatenate(
          .send(.change { $0.second = new }),
          .run { _, send in send(FormAction("later") { _ in .none }) }
        )
      }
    }
    await store.set(\.first, to: 1)
    await store.receive(.named("change")) { $0.second = 1 }
    await store.receive(.named("later"))
    await store.finish()
    expect()
  }

  @Test func anActionOfAReactionThatIsNotReceivedIsReported() async {
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in .send(.named("sent")) }
    }
    await store.set(\.first, to: 1)
    await store.finish()
    expect("Received actions must be asserted before the end: sent")
  }

  @Test func effectsThatAreLeftOverFailTheTest() async {
    let gate = Gate()
    var store: TestStore? = makeStore {
      $0.onChange(of: \.first) { _, _, _ in .run(name: "endless") { _ in try await gate.pass() } }
    }
    let task = await store?.set(\.first, to: 1)
    store = nil
    await task?.cancel()
    #expect(assertions.messages.count == 1)
    #expect(
      assertions.messages.first?.contains("\"endless\" of a change of first, reacted to at") == true
    )
  }

  @Test func theTaskCancelsTheEffects() async {
    let gate = Gate()
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in .run { _ in try await gate.pass() } }
    }
    let task = await store.set(\.first, to: 1)
    #expect(store.store.runningTaskCount == 1)
    await task.cancel()
    #expect(store.store.runningTaskCount == 0)
    await store.finish()
    expect()
  }

  @Test func withoutExhaustivityItWaitsForTheEffects() async {
    let store = makeStore(.off) {
      $0.onChange(of: \.first) { _, new, _ in
        .run { state in
          for _ in 0..<10 { await Task.yield() }
          state.third = new
        }
      }
    }
    await store.set(\.first, to: 4) { $0.third = 4 }
    #expect(store.state.third == 4)
    await store.set(\.first, to: 5)
    #expect(store.state.third == 5)
    expect()
  }

  @Test func aPlainWriteIsAssertedWhenItsReactionHasCome() async {
    let store = makeStore { doubling($0) }
    store.state.first = 1
    await store.finish {
      $0.first = 1
      $0.second = 2
    }
    expect()
  }

  @Test func anActionAfterAPlainWriteIsReceived() async {
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in .send(.named("sent")) }
    }
    store.state.first = 1
    await store.receive(.named("sent")) { $0.first = 1 }
    await store.finish()
    expect()
  }

  @Test func theWriteOfAnEffectIsAssertedWithItsReaction() async {
    let store = makeStore { doubling($0) }
    await store.send(.effect(.run { $0.first = 1 }))
    await store.finish {
      $0.first = 1
      $0.second = 2
    }
    await store.send(.effect(.run(operation: { 2 }) { $1.first = $0 }))
    await store.finish {
      $0.first = 2
      $0.second = 4
    }
    expect()
  }

  @Test func anErrorOfAReactionsEffectFailsTheTest() async {
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in .run { _ in throw TestError("no way") } }
    }
    await store.set(\.first, to: 1)
    await store.finish()
    expect("a change of first failed, and nothing handles its error: no way")
  }
}
