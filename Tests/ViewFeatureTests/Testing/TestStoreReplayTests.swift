import StateTesting
import Testing
import ViewFeature

/// The full comparison after actions that were asserted differently.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreReplayTests {
  private let assertions = RecordingAssertions()

  @Observable final class Parent: Equatable {
    let child: Counter.State

    init(child: Counter.State) {
      self.child = child
    }

    static func == (lhs: Parent, rhs: Parent) -> Bool { lhs.child == rhs.child }
  }

  @Observable final class Gauge: Equatable {
    var value = Double.nan
    var count = 0

    static func == (lhs: Gauge, rhs: Gauge) -> Bool {
      lhs.value == rhs.value && lhs.count == rhs.count
    }
  }

  /// A feature without arguments.
  private struct Plain: Feature {
    func handle() -> ActionHandler<Counter.Action, Counter.State> { Counter().handle() }
  }

  private func makePlainStore() -> TestStore<Plain> {
    TestStore(initialState: Counter.State(), feature: Plain(), assertionProvider: assertions)
  }

  @Test func synchronousActionsAreReplayed() async {
    let store = makePlainStore()
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
    let store = makePlainStore()
    await store.send(.rename("a"))
    await store.send(.increment) { expected in
      #expect(expected.title == "a")
      expected.count += 1
    }
    #expect(assertions.failures == [])
  }

  @Test func actionWithAnEffectCannotBeReplayed() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.increment, \.count, 1)
    let line = #line + 1 as UInt
    await store.send(.loadQuietly)
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
    await store.send("first")
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
    expectMessage("expected \"wrong\", got \"second\"")
  }

  @Test func actionThatFailsCannotBeReplayed() async {
    let store = TestStore(
      initialState: Counter.State(),
      feature: Counter { $0.onError { _, state in state.title = "failed" } },
      assertionProvider: assertions
    )
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

  /// Assigns a number to each action.
  @MainActor private final class Numbers {
    private(set) var last = 0

    func next() -> Int {
      last += 1
      return last
    }
  }

  private struct Numbered: Feature {
    let numbers: Numbers

    func handle() -> ActionHandler<String, Counter.State> {
      ActionHandler { action, state in
        state.count = numbers.next()
        state.title = action
        return .none
      }
    }
  }

  @Test func dependenciesAreNotCalledAgain() async {
    let numbers = Numbers()
    let store = TestStore(
      initialState: Counter.State(),
      feature: Numbered(numbers: numbers),
      assertionProvider: assertions
    )
    await store.send("a")
    let line = #line - 1
    await store.send("b") {
      $0.title = "b"
      $0.count = 2
    }
    #expect(numbers.last == 2)
    #expect(assertions.failures.count == 1)
    expectMessage("TestStoreReplayTests.swift:\(line), was not asserted in full")
  }

  @Test func assertedPropertiesNeedNoReplay() async {
    let numbers = Numbers()
    let store = TestStore(
      initialState: Counter.State(),
      feature: Numbered(numbers: numbers),
      assertionProvider: assertions
    )
    await store.send("a", \.count, 1)
    await store.send("a", \.title, "a")
    await store.send("b", \.count, 3)
    await store.send("b", \.title, "b")
    await store.send("b", \.count, 5)
    await store.send("c") { expected in
      #expect(expected.count == 5)
      expected.count = 6
      expected.title = "c"
    }
    #expect(assertions.messages == [])
    #expect(numbers.last == 6)
  }

  @Test func actionThatChangedNothingNeedsNoReplay() async {
    let store = makeStore()
    await store.send(.cancel)
    await store.send(.increment) { $0.count = 1 }
    #expect(assertions.messages == [])
  }

  @Test func changesOfMiddlewareAreNotForgotten() async {
    struct Stamp: SynchronousAfterActionMiddleware {
      func afterAction<Action, State>(
        _ action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) throws {
        (state as? Counter.State)?.title += "!"
      }
    }
    struct Stamped: Feature {
      func handle() -> ActionHandler<Counter.Action, Counter.State> {
        Counter().handle().use(Stamp())
      }
    }
    let store = TestStore(
      initialState: Counter.State(),
      feature: Stamped(),
      assertionProvider: assertions
    )
    await store.send(.increment)
    await store.send(.increment) {
      $0.count = 2
      $0.title = "!!"
    }
    #expect(assertions.failures.count == 1)
    expectMessage("was not asserted in full")
  }

  @Test func stateOfAnotherStateThatIsPassedInIsNotComparedWithItself() async {
    struct Nested: Feature {
      func handle() -> ActionHandler<String, Parent> {
        ActionHandler { _, state in
          state.child.count += 1
          return .none
        }
      }
    }
    let child = Counter.State()
    let store = TestStore(
      initialState: Parent(child: child),
      feature: Nested(),
      assertionProvider: assertions
    )
    await store.send("a") { _ in }
    #expect(assertions.failures.count == 1)
    expectMessage("`child` is the same object in both states")
  }

  @Test func notANumberIsEqualToItself() async {
    struct Measure: Feature {
      func handle() -> ActionHandler<String, Gauge> {
        ActionHandler { _, state in
          state.count += 1
          return .none
        }
      }
    }
    let store = TestStore(
      initialState: Gauge(),
      feature: Measure(),
      assertionProvider: assertions
    )
    await store.send("a") { $0.count = 1 }
    await store.send("b", \.value, .nan)
    #expect(assertions.messages == [])
    await store.send("c") { $0.value = 1 }
    #expect(assertions.failures.count == 1)
    expectMessage("value: nan → expected 1.0, got nan")
    expectMessage("count: 2 → expected 2, got 3")
  }

  @Test func vetoedActionIsNotReplayed() async {
    struct Veto: SynchronousBeforeActionMiddleware {
      func beforeAction<Action, State>(_ action: Action, state: State) throws {
        if "\(action)" == "increment" { throw TestError("veto") }
      }
    }
    let store = TestStore(
      initialState: Counter.State(),
      feature: Counter { $0.use(Veto()).onError { _, _ in } },
      assertionProvider: assertions
    )
    await store.send(.increment, \.count, 0)
    await store.send(.rename("a")) { $0.title = "a" }
    #expect(assertions.messages == [])
  }
}
