import Foundation
import Logging
import StateCore
import StateFields

/// The logic of a handler that may suspend: it changes the state and returns the effect.
public typealias ActionExecution<Action, State> =
  @MainActor (Action, State) async throws -> ActionTask<Action, State>
/// The logic of a handler that doesn't suspend: it changes the state and returns the effect.
public typealias SynchronousActionExecution<Action, State> =
  @MainActor (Action, State) throws -> ActionTask<Action, State>

/// The steps of one action: middleware before, logic, transforms, reactions to its changes, and middleware after.
///
/// Errors of these steps are handled separately.
@MainActor
struct ActionPipeline<Action, State> {
  enum Logic {
    case synchronous(SynchronousActionExecution<Action, State>)
    case asynchronous(ActionExecution<Action, State>)
  }

  /// The progress of an action without suspending.
  enum Progress {
    case finished(ActionTask<Action, State>)
    /// The next step may suspend, so the rest must run in a task.
    case suspended(@MainActor () async -> ActionTask<Action, State>)
  }

  let logic: Logic
  var middleware = MiddlewareList()
  var errorHandler: StateErrorHandler<State>?
  /// The record of a test store.
  var probe: (any ActionProbe<Action, State>)?
  /// The reactions to changes of the state, in the order in which they were added.
  var reactions: [FieldReaction<Action, State>] = [] {
    didSet { hasReactions = !reactions.isEmpty }
  }
  /// The functions for the life cycle, if there are any.
  var lifeCycle: LifeCycleHooks<Action, State>?
  /// Stored for all actions to read, because reading the list requires a metadata lookup.
  private var hasReactions = false
  /// The reactions to changes of a store's state; `nil` outside stores and without reactions.
  private(set) var tracker: ReactionTracker<Action, State>?
  /// The store; `nil` outside stores.
  private var store: WeakStore?
  /// The screen that shows the errors that the error handler doesn't take.
  private var screen: (any ScreenPresenting)?
  /// All transforms as one function, because each action checks whether there is one.
  private var transform: (@MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>)?

  init(_ logic: Logic) {
    self.logic = logic
  }

  /// Returns the same pipeline, which shows errors on `screen` if it has no error handler.
  func presenting(errorsOn screen: (any ScreenPresenting)?) -> ActionPipeline {
    var pipeline = self
    pipeline.screen = screen
    return pipeline
  }

  /// Returns the same pipeline as part of a store with `state`.
  func tracking(_ state: State, of store: WeakStore) -> ActionPipeline {
    var pipeline = self
    pipeline.store = store
    pipeline.tracker = reactions.isEmpty ? nil : ReactionTracker(reactions, state)
    return pipeline
  }

  /// Adds a transform after the existing ones.
  mutating func append(
    _ next: @escaping @MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>
  ) {
    if let earlier = transform {
      transform = { next(earlier($0)) }
    } else {
      transform = next
    }
  }

  /// The logic, if it doesn't suspend and all the other steps are empty.
  var directLogic: SynchronousActionExecution<Action, State>? {
    guard case .synchronous(let logic) = logic, middleware.isEmpty, transform == nil,
      reactions.isEmpty, probe == nil
    else { return nil }
    return logic
  }

  /// Runs as many steps as possible without suspending.
  func begin(_ action: Action, _ state: State) -> Progress {
    guard case .synchronous(let logic) = logic, middleware.isBeforeSynchronous else {
      return .suspended { await process(action, state) }
    }
    let reacting = beginReacting(state)
    var result = ActionTask<Action, State>.none
    var isVetoed = true
    do {
      try middleware.beforeSynchronously(action, state)
      isVetoed = false
      probe?.begin(action)
      let stopwatch = Stopwatch()
      result = transformed(try logic(action, state))
      let duration = stopwatch.seconds
      if let own = reacting.own { result = reacted(result, state, own) }
      guard middleware.isAfterSynchronous else {
        let suspended = reacting.suspended
        return .suspended {
          await finish(action, state, result, duration: duration, suspended)
        }
      }
      try middleware.afterSynchronously(action, state, result, duration: duration)
      return .finished(conclude(result, state, reacting))
    } catch {
      return fail(error, action, state, result: result, isVeto: isVetoed, reacting)
    }
  }

  /// Reports an error of a step that did not suspend, and keeps the effect that the logic has returned.
  func fail(
    _ error: any Error,
    _ action: Action,
    _ state: State,
    result: ActionTask<Action, State>,
    isVeto: Bool = false,
    _ reacting: Reacting
  ) -> Progress {
    store?.listener?.failed(error, isVeto: isVeto)
    guard isCancellation(error) || middleware.isErrorSynchronous else {
      let suspended = reacting.suspended
      return .suspended {
        await handle(error, action, state)
        return conclude(result, state, suspended)
      }
    }
    if !isCancellation(error) {
      middleware.errorSynchronously(error, action, state)
      handleError(error, action, state)
    }
    return .finished(conclude(result, state, reacting))
  }

  /// Runs all steps.
  func process(_ action: Action, _ state: State) async -> ActionTask<Action, State> {
    let reacting = beginReacting(state).suspended
    // On older systems, the task of the handler begins in a later turn than that of the send.
    tracker?.suspendHandling()
    var isVetoed = true
    do {
      try await middleware.before(action, state)
      isVetoed = false
      probe?.begin(action)
      let stopwatch = Stopwatch()
      let result = transformed(try await execute(action, state))
      let duration = stopwatch.seconds
      let whole = reacting.own.map { reacted(result, state, $0) } ?? result
      return await finish(action, state, whole, duration: duration, reacting)
    } catch {
      await report(error, action, state, isVeto: isVetoed)
      return conclude(.none, state, reacting)
    }
  }

  /// Passes an error to the middleware, then to the error handler.
  ///
  /// The cause is an action or, for an effect of a reaction, a change.
  func report<Cause>(
    _ error: any Error,
    _ cause: Cause,
    _ state: State,
    isVeto: Bool = false
  ) async {
    store?.listener?.failed(error, isVeto: isVeto)
    await handle(error, cause, state)
  }

  private func handle<Cause>(_ error: any Error, _ cause: Cause, _ state: State) async {
    guard !isCancellation(error) else { return }
    await middleware.error(error, cause, state)
    handleError(error, cause, state)
  }

  private func execute(_ action: Action, _ state: State) async throws -> ActionTask<Action, State> {
    switch logic {
    case .synchronous(let logic): try logic(action, state)
    case .asynchronous(let logic): try await logic(action, state)
    }
  }

  /// Runs the remaining steps; an error in them keeps the effect that the logic has returned.
  private func finish(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    duration: TimeInterval,
    _ reacting: Reacting
  ) async -> ActionTask<Action, State> {
    do {
      try await middleware.after(action, state, result, duration: duration)
    } catch {
      await report(error, action, state)
    }
    return conclude(result, state, reacting)
  }

  /// Runs the last step of an action, which reacts to the changes of middleware and error handlers.
  private func conclude(
    _ result: ActionTask<Action, State>,
    _ state: State,
    _ reacting: Reacting
  ) -> ActionTask<Action, State> {
    var result = result
    if let own = reacting.own {
      result = reacted(result, state, own)
      tracker?.endHandling()
    }
    if let first = reacting.first {
      probe?.beginReactions()
      PendingReactions.run(since: first)
    }
    probe?.end()
    return result
  }

  private func handleError<Cause>(_ error: any Error, _ cause: Cause, _ state: State) {
    if let errorHandler {
      errorHandler(error, state)
    } else if let screen {
      screen.present(error)
    } else if !middleware.handlesErrors(of: Cause.self) {
      probe?.leftUnhandled(error, cause)
      logger.error(
        "An action failed, and nothing handles its error",
        metadata: [
          "action": "\(describeForLog(cause))", "error": "\(describeForLog(error: error))",
        ]
      )
    }
  }

  // MARK: Reactions

  private func beginReacting(_ state: State) -> Reacting {
    let first = PendingReactions.begin()
    if !hasReactions { return Reacting(first: first) }
    tracker?.beginHandling()
    return Reacting(own: tracker?.reactions ?? FieldReactions(reactions, state), first: first)
  }

  /// Returns the effect of an action together with those of the reactions to its changes.
  private func reacted(
    _ result: ActionTask<Action, State>,
    _ state: State,
    _ own: AnyObject
  ) -> ActionTask<Action, State> {
    // The state of a held store may show other values, so the reactions wait for its release.
    if tracker?.isHeld == true { return result }
    guard let own = own as? FieldReactions<Action, State> else { return result }
    let effects = own.run(state, after: PendingReactions.cause, by: tracker?.runnerOfSuspended)
    if effects.isEmpty { return result }
    return .merge([result] + effects.map { transformed($0.task) })
  }

  func transformed(_ task: ActionTask<Action, State>) -> ActionTask<Action, State> {
    guard let transform else { return task }
    return transform(task)
  }
}

/// The reactions to the changes of one action.
///
/// The type isn't generic, because each action would pay for a type parameter.
struct Reacting {
  /// The store's own `FieldReactions`; `nil` if it has none.
  var own: AnyObject?
  /// The number of the last reaction of any store before the action; `nil` if the handler may suspend.
  var first: Int?

  /// The reactions for a handler that may suspend, whose changes can't be distinguished from those of others.
  var suspended: Reacting { Reacting(own: own) }
}
