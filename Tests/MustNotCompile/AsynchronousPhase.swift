// swift-format-ignore-file
// A phase that suspends, in middleware that promises not to. It would be skipped if a handler runs inside `send`.
// expect: type 'Veto' does not conform to protocol 'SynchronousBeforeActionMiddleware'
// expect: type 'Report' does not conform to protocol 'SynchronousErrorHandlingMiddleware'
// expect: type 'Timing' does not conform to protocol 'SynchronousAfterActionMiddleware'
// expect: type 'Limit' does not conform to protocol 'BeforeFeatureMiddleware'
import ViewFeature

struct Veto: SynchronousBeforeActionMiddleware {
  func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    throw CancellationError()
  }
}

struct Report: SynchronousErrorHandlingMiddleware {
  func onError<Action, State>(_ error: any Error, action: Action, state: State) async throws {}
}

struct Timing: SynchronousActionMiddleware {
  func beforeAction<Action, State>(_ action: Action, state: State) {}

  func afterAction<Action, State>(_ action: Action, state: State, result: ActionTask<Action, State>, duration: Double) async {}

  func onError<Action, State>(_ error: any Error, action: Action, state: State) {}
}

struct Limit: BeforeFeatureMiddleware {
  typealias Action = Int
  typealias State = Int

  func beforeAction(_ action: Int, state: Int) async throws {}
}
