import Foundation
import Logging
import StateEngine

/// A handler's logic that may suspend: changes the state and returns the effect.
public typealias ActionExecution<Action, State> =
  @MainActor (Action, State) async throws -> ActionTask<Action, State>
/// A handler's logic that does not suspend: changes the state and returns the effect.
public typealias SynchronousActionExecution<Action, State> =
  @MainActor (Action, State) throws -> ActionTask<Action, State>
/// Handles an error, on the main actor and with the live state.
public typealias StateErrorHandler<State> = @MainActor (any Error, State) -> Void

/// The way of one action: middleware before, logic, transforms, middleware after, and errors on the
/// side.
@MainActor
struct ActionPipeline<Action, State> {
  enum Logic {
    case synchronous(SynchronousActionExecution<Action, State>)
    case asynchronous(ActionExecution<Action, State>)
  }

  /// How far an action got without suspending.
  enum Progress {
    case finished(ActionTask<Action, State>)
    /// A step that suspends is next: the rest is to be run in a task.
    case suspended(@MainActor () async -> ActionTask<Action, State>)
  }

  let logic: Logic
  var middleware = MiddlewareList()
  var errorHandler: StateErrorHandler<State>?
  /// The record of a test store.
  var probe: (any ActionProbe<Action, State>)?
  /// Shows errors that the error handler does not take.
  private var screen: (any ScreenPresenting)?
  /// All transforms as one: whether there is any is asked for each action.
  private var transform: (@MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>)?

  init(_ logic: Logic) {
    self.logic = logic
  }

  /// The same pipeline, which shows errors on `screen` if there is no error handler.
  func presenting(errorsOn screen: (any ScreenPresenting)?) -> ActionPipeline {
    var pipeline = self
    pipeline.screen = screen
    return pipeline
  }

  /// Adds a transform, behind those that are there.
  mutating func append(
    _ next: @escaping @MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>
  ) {
    if let earlier = transform {
      transform = { next(earlier($0)) }
    } else {
      transform = next
    }
  }

  /// The logic, if it does not suspend and all the other steps are empty.
  var directLogic: SynchronousActionExecution<Action, State>? {
    guard case .synchronous(let logic) = logic, middleware.isEmpty, transform == nil,
      probe == nil
    else { return nil }
    return logic
  }

  /// Runs as many steps as can be run without suspending.
  func begin(_ action: Action, _ state: State) -> Progress {
    guard case .synchronous(let logic) = logic, middleware.isBeforeSynchronous else {
      return .suspended { await process(action, state) }
    }
    var result = ActionTask<Action, State>.none
    do {
      try middleware.beforeSynchronously(action, state)
      probe?.begin(action)
      let stopwatch = Stopwatch()
      result = transformed(try logic(action, state))
      let duration = stopwatch.seconds
      guard middleware.isAfterSynchronous else {
        return .suspended { await finish(action, state, result, duration: duration) }
      }
      try middleware.afterSynchronously(action, state, result, duration: duration)
      probe?.end()
      return .finished(result)
    } catch {
      return fail(error, action, state, result: result)
    }
  }

  /// Reports an error of a step that did not suspend, and keeps the effect that the logic has returned.
  func fail(
    _ error: any Error,
    _ action: Action,
    _ state: State,
    result: ActionTask<Action, State>
  ) -> Progress {
    guard isCancellation(error) || middleware.isErrorSynchronous else {
      return .suspended {
        await report(error, action, state)
        probe?.end()
        return result
      }
    }
    if !isCancellation(error) {
      middleware.errorSynchronously(error, action, state)
      handleError(error, action, state)
    }
    probe?.end()
    return .finished(result)
  }

  /// Runs all steps.
  func process(_ action: Action, _ state: State) async -> ActionTask<Action, State> {
    do {
      try await middleware.before(action, state)
      probe?.begin(action)
      let stopwatch = Stopwatch()
      let result = transformed(try await execute(action, state))
      return await finish(action, state, result, duration: stopwatch.seconds)
    } catch {
      await report(error, action, state)
      probe?.end()
      return .none
    }
  }

  /// Hands an error to the middleware, then to the error handler.
  func report(_ error: any Error, _ action: Action, _ state: State) async {
    guard !isCancellation(error) else { return }
    await middleware.error(error, action, state)
    handleError(error, action, state)
  }

  private func execute(_ action: Action, _ state: State) async throws -> ActionTask<Action, State> {
    switch logic {
    case .synchronous(let logic): try logic(action, state)
    case .asynchronous(let logic): try await logic(action, state)
    }
  }

  /// An error here does not undo the decision of the logic: its effect is kept.
  private func finish(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async -> ActionTask<Action, State> {
    do {
      try await middleware.after(action, state, result, duration: duration)
    } catch {
      await report(error, action, state)
    }
    probe?.end()
    return result
  }

  private func handleError(_ error: any Error, _ action: Action, _ state: State) {
    if let errorHandler {
      errorHandler(error, state)
    } else if let screen {
      screen.present(error)
    } else if !middleware.handlesErrors {
      probe?.leftUnhandled(error, action)
      logger.error(
        "An action failed and nothing handles its error",
        metadata: [
          "action": "\(describeForLog(action))", "error": "\(describeForLog(error: error))",
        ]
      )
    }
  }

  private func transformed(_ task: ActionTask<Action, State>) -> ActionTask<Action, State> {
    guard let transform else { return task }
    return transform(task)
  }
}
