import StateTesting
import Testing
import ViewFeature

/// The full comparison after actions that were asserted in another way.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreReplayTests {
  private let assertions = RecordingAssertions()

  @Test func synchronousActionsAreReplayed() async {
    let store = makeStore()
    await store.send(.increment)
    await store.send(.increment, \.count, 2)
    await store.send(.rename("a"), expecting: \.title, toBe: "a")
    await store.send(.increment, assert: { _ in })
    await store.send(.increment) { $0.count = 4 }
    #expect(assertions.failures == [])
    await store.send(.increment) { $0.count = 5 }
    #expect(assertions.failures == [])
  }

  @Test func replayedChangesAreSeenInTheClosure() async {
    let store = makeStore()
    await store.send(.rename("a"))
    await store.send(.increment) { expected in
      #expect(expected.title == "a")
      expected.count += 1
    }
    #expect(assertions.failures == [])
  }

  @Test func actionWithAnEffectCannotBeReplayed() async {
    let store = makeStore()
    await store.send(.increment, \.count, 1)
    let line = #line + 1 as UInt
    await store.send(.loadQuietly, \.count, 101)
    await store.send(.increment) { $0.count = 102 }
    #expect(assertions.failures.map(\.line) == [line + 1])
    expectMessage("loadQuietly")
    expectMessage("TestStoreReplayTests.swift:\(line)")
    expectMessage("{ state in … }")
  }

  @Test func actionOfASuspendingHandlerCannotBeReplayed() async {
    struct Suspending: Feature {
      func handle() -> ActionHandler<String, Counter.State> {
        ActionHandler { action, state in
          await Task.yield()
          state.title = action
          return .none
        }
      }
    }
    let store = TestStore(
      initialState: Counter.State(),
      feature: Suspending(),
      assertionProvider: assertions
    )
    await store.send("first", \.title, "first")
    await store.send("second") { $0.title = "second" }
    #expect(assertions.failures.count == 1)
    expectMessage("first")
  }

  @Test func suspendingHandlerIsFullyCompared() async {
    struct Suspending: Feature {
      func handle() -> ActionHandler<String, Counter.State> {
        ActionHandler { action, state in
          await Task.yield()
          state.title = action
          return .none
        }
      }
    }
    let store = TestStore(
      initialState: Counter.State(),
      feature: Suspending(),
      assertionProvider: assertions
    )
    await store.send("first") { $0.title = "first" }
    await store.send("second") { $0.title = "wrong" }
    #expect(assertions.failures.count == 1)
    expectMessage("expected wrong, got second")
  }

  @Test func actionThatFailsCannotBeReplayed() async {
    let store = makeStore()
    await store.send(.fail)
    await store.send(.increment) { $0.count = 1 }
    #expect(assertions.failures.count == 1)
    expectMessage("fail")
  }

  @Test func failedActionsChangesAreFullyCompared() async {
    let store = TestStore(
      initialState: Counter.State(),
      feature: Counter { handler in
        handler.onError { error, state in state.title = "\(error)" }
      },
      assertionProvider: assertions
    )
    await store.send(.fail) { $0.title = "failed" }
    await store.send(.increment) { $0.count = 1 }
    #expect(assertions.failures == [])
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

  @Test func vetoedActionIsNotReplayed() async {
    struct Veto: SynchronousBeforeActionMiddleware {
      func beforeAction<Action, State>(_ action: Action, state: State) throws {
        if "\(action)" == "increment" { throw TestError("veto") }
      }
    }
    let store = TestStore(
      initialState: Counter.State(),
      feature: Counter { $0.use(Veto()) },
      assertionProvider: assertions
    )
    await store.send(.increment, \.count, 0)
    await store.send(.rename("a")) { $0.title = "a" }
    #expect(assertions.messages == [])
  }
}
