import Foundation
import StateTesting
import Testing
import ViewFeature

/// All forms of middleware compile together and are called.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct MiddlewareTests {
  struct Nothing: BaseActionMiddleware {}

  struct Empty: ActionMiddleware {}

  struct EmptyBefore: BeforeActionMiddleware {}

  struct EmptyAfter: AfterActionMiddleware {}

  struct EmptyError: ErrorHandlingMiddleware {}

  struct OnlyBefore: SynchronousBeforeActionMiddleware {
    func beforeAction<Action, State>(_ action: Action, state: State) {}
  }

  struct OnlyAfter: SynchronousAfterActionMiddleware {
    func afterAction<Action, State>(
      _ action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) {}
  }

  struct OnlyErrors: SynchronousErrorHandlingMiddleware {
    func onError<Action, State>(_ error: any Error, action: Action, state: State) {}
  }

  /// The labelled forms, with an `onError` that doesn't throw.
  struct Labelled: ActionMiddleware {
    let log: LockIsolated<[String]>

    func beforeAction<Action, State>(action: Action, state: State) async throws {
      log.withValue { $0.append("labelled before") }
    }

    func afterAction<Action, State>(
      action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) async throws {
      log.withValue { $0.append("labelled after") }
    }

    func onError<Action, State>(error: any Error, action: Action, state: State) async {
      log.withValue { $0.append("labelled error") }
    }
  }

  /// The unlabelled forms, with an `onError` that doesn't throw and a computed id.
  struct Unlabelled: ActionMiddleware {
    let log: LockIsolated<[String]>

    var id: String { "own id" }

    func beforeAction<Action, State>(_ action: Action, state: State) async throws {
      log.withValue { $0.append("unlabelled before") }
    }

    func afterAction<Action, State>(
      _ action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) async throws {
      log.withValue { $0.append("unlabelled after") }
    }

    func onError<Action, State>(_ error: any Error, action: Action, state: State) async {
      log.withValue { $0.append("unlabelled error") }
    }
  }

  /// A class with its own state, whose `onError` throws.
  final class Counting: BeforeActionMiddleware, ErrorHandlingMiddleware {
    let id = "counting"
    private(set) var count = 0

    func beforeAction<Action, State>(_ action: Action, state: State) async throws {
      count += 1
    }

    func onError<Action, State>(_ error: any Error, action: Action, state: State) async throws {
      count += 10
      throw error
    }
  }

  @Test func idIsTheNameOfTheType() {
    struct Local: BeforeActionMiddleware {}
    #expect(Empty().id == "Empty")
    #expect(Nothing().id == "Nothing")
    #expect(OnlyBefore().id == "OnlyBefore")
    #expect(Local().id == "Local")
    #expect(Counting().id == "counting")
    #expect(Unlabelled(log: LockIsolated([])).id == "own id")
  }

  @Test func emptyConformancesDoNothing() async {
    let store = Script.store {
      $0.use(Nothing()).use(Empty()).use(EmptyBefore()).use(EmptyAfter()).use(EmptyError())
        .use(OnlyBefore()).use(OnlyAfter()).use(OnlyErrors())
    }
    await store.send(.log("a")).value
    await store.send(ScriptAction { _ in throw TestError() }).value
    #expect(store.state.log == ["a"])
  }

  @Test func bothLabelsAreCalledOnce() async {
    let log = LockIsolated<[String]>([])
    let counting = Counting()
    let store = Script.store {
      $0.use(Labelled(log: log)).use(Unlabelled(log: log)).use(counting)
    }
    await store.send(.log("a")).value
    #expect(
      log.value == [
        "labelled before", "unlabelled before", "labelled after", "unlabelled after",
      ]
    )
    log.setValue([])
    await store.send(ScriptAction { _ in throw TestError() }).value
    #expect(
      log.value == [
        "labelled before", "unlabelled before", "labelled error", "unlabelled error",
      ]
    )
    #expect(counting.count == 12)
  }

  @Test func localMiddlewareMayReadTheActionAndTheState() async {
    struct Local: AfterActionMiddleware {
      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async throws {
        (state as? ScriptState)?.log.append("after \(action)")
      }
    }
    let store = Script.store { $0.use(Local()) }
    await store.send(.log("a")).value
    #expect(store.state.log == ["a", "after a"])
  }

  @Test func middlewareOfNoPhaseKeepsTheHandlerInsideSend() {
    let store = Script.store { $0.use(Nothing()) }
    store.send(.log("a"))
    #expect(store.state.log == ["a"])
  }
}
