import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreTests {
  private let assertions = RecordingAssertions()

  @Test func sendWaitsForEffectsAndTheActionsThatTheySend() async {
    let store = makeStore()
    store.exhaustivity = .off
    let state: Counter.State = await store.send(.load)
    #expect(state === store.state)
    #expect(state.count == 1)
    #expect(state.title == "loaded")
  }

  @Test func historyIsThatOfTheActionsSentByTheTest() async {
    let store = makeStore()
    await store.send(.increment)
    await store.send(.load) { $0.count = 2 }
    await store.send(.rename("a"), assert: { _ in })
    await store.send(.rename("b"), \.title, "b")
    #expect(
      store.actionHistory.map { "\($0)" } == [
        "increment", "load", "rename(\"a\")", "rename(\"b\")",
      ]
    )
  }

  @Test func cancelTasksAreRun() async throws {
    let store = TestStore(
      initialState: ScriptState(),
      feature: Script(),
      assertionProvider: assertions
    )
    let gate = Gate()
    let running = Task {
      _ = await store.send(.effect("run", .run(id: "id") { _ in try await gate.pass() }))
    }
    await gate.waitUntilStarted()
    await store.send(.effect("cancel", .cancel(id: "id")))
    try #require(gate.wasCancelled)
    await running.value
  }

  @Test func fullComparisonHoldsWhenAllChangesAreMade() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.increment) { $0.count = 1 }
    await store.send(.increment) { $0.count = 2 }
    await store.send(.load) { state in
      state.count = 3
      state.title = "loaded"
    }
    await store.send(.cancel) { _ in }
    await store.send(.both) { $0.count += 111 }
    #expect(assertions.failures == [])
  }

  @Test func fullComparisonReportsAMissingChange() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.load) { $0.count = 1 }
    #expect(assertions.failures.count == 1)
    expectMessage("load")
    expectMessage("title: \"\" → expected \"\", got \"loaded\"")
  }

  @Test func fullComparisonReportsAWrongChange() async {
    let store = makeStore()
    let line = #line + 1 as UInt
    await store.send(.increment) { $0.count = 2 }
    #expect(assertions.failures.map(\.line) == [line])
    expectMessage("count: 0 → expected 2, got 1")
    #expect(assertions.messages.allSatisfy { !$0.contains("title") } == true)
  }

  @Test func fullComparisonReportsAChangeThatWasNotMade() async {
    let store = makeStore()
    await store.send(.cancel) { $0.title = "cancelled" }
    expectMessage("title: \"\" → expected \"cancelled\", got \"\"")
  }

  @Test func closureForTheFullComparisonHasASeparateObject() async {
    let store = makeStore()
    await store.send(.increment) { expected in
      #expect(expected !== store.state)
      #expect(expected.count == 0)
      #expect(store.state.count == 1)
      expected.count = 1
    }
    #expect(assertions.failures == [])
  }

  @Test func fullComparisonSpeltOut() async {
    let store = makeStore()
    await store.send(.increment, expecting: { $0.count = 5 })
    #expect(assertions.failures.count == 1)
  }

  @Test func closureOnTheActualState() async {
    let store = makeStore()
    store.exhaustivity = .off
    var seen: [Int] = []
    await store.send(.increment, assert: { seen.append($0.count) })
    await store.send(.both, assert: { seen.append($0.count) })
    #expect(seen == [1, 112])
    #expect(assertions.failures == [])
  }

  @Test func trailingClosureHasTheActualStateWhereStatesCannotBeCompared() async {
    let store = TestStore(
      initialState: ScriptState(),
      feature: Script(),
      assertionProvider: assertions
    )
    store.exhaustivity = .off
    await store.send(.run { $0.count += 1 }) { state in
      #expect(state === store.state)
      #expect(state.count == 1)
    }
  }

  @Test func onePropertyIsCompared() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.increment, expecting: \.count, toBe: 1)
    await store.send(.load, \.title, "loaded")
    #expect(assertions.failures == [])
    let line = #line + 1 as UInt
    await store.send(.increment, expecting: \.count, toBe: 5)
    await store.send(.rename("a"), \.title, "b")
    #expect(assertions.failures.map(\.line) == [line, line + 1])
    expectMessage("count after increment: expected 5, got 3")
    expectMessage("expected \"b\", got \"a\"")
  }

  // 6.2.10
  @Test func sameObjectTwiceFailsLoudly() async {
    let state = Counter.State()
    let store = TestStore(
      initialState: state,
      feature: Counter(),
      assertionProvider: assertions
    )
    await store.send(.increment) { $0.count = 1 }
    #expect(assertions.failures.count == 1)
    expectMessage("the same object twice")
    await store.send(.increment) { $0.count = 2 }
    #expect(assertions.failures.count == 2)
    await store.send(.increment, \.count, 3)
    #expect(assertions.failures.count == 2)
  }

  @Test func unequalInitialStatesFailLoudly() async {
    var number = 0
    func makeState() -> Counter.State {
      number += 1
      return Counter.State(count: number)
    }
    let store = TestStore(
      initialState: makeState(),
      feature: Counter(),
      assertionProvider: assertions
    )
    await store.send(.increment) { $0.count += 1 }
    #expect(assertions.failures.count == 1)
    expectMessage("returned different states")
    expectMessage("count: expected 2, got 1")
  }

  // 6.2.10
  @Test func failureReachesTheRunningTestByDefault() async {
    let store = TestStore(initialState: Counter.State(), feature: Counter())
    await withKnownIssue {
      await store.send(.increment) { $0.count = 2 }
    }
    await withKnownIssue {
      await store.send(.increment, \.count, 5)
    }
    await store.send(.increment, \.count, 3)
  }

  private func makeStore() -> TestStore<Counter> {
    TestStore(
      initialState: Counter.State(),
      feature: Counter(),
      assertionProvider: assertions
    )
  }

  private func expectMessage(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isThere = assertions.messages.contains { $0.contains(text) }
    #expect(isThere, "\(assertions.messages)", sourceLocation: sourceLocation)
  }
}
