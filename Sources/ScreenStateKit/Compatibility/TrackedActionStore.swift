import Logging
import StateCore
import StateFields

/// A store like those of ScreenStateKit 1.1 to 1.4, which does the work of an action in `receive(action:)`.
///
/// `nonisolatedReceive` handles loading and errors. ``ScreenStore`` adds policies, the order of actions, and their
/// cancellation together with the screen.
public protocol TrackedActionStore: TypeNamed, Actor {
  /// The state of the store's screen.
  associatedtype ViewState: ScreenState
  /// The actions that the store performs.
  associatedtype Action: Hashable & Sendable

  /// The screen's state, while it exists.
  var viewState: ViewState? { get }

  /// Does the work of an action.
  func receive(action: Action) async throws
}

extension TrackedActionStore {
  /// Starts an action from any context.
  ///
  /// It shows loading if the action tracks it, calls `receive(action:)`, shows the action's error, and ends loading. An
  /// error is not shown if it is silent, like a `NonPresentableError`, or if the action was cancelled.
  ///
  /// The task is stored in `canceller` under the action. If the bag already contains the action, its policy decides
  /// which of the two is cancelled; if it is the newer one, that action doesn't begin.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - canceller: The bag that stores the task.
  ///   - fileID: The file that sends the action, for a journal.
  ///   - line: The line that sends the action, for a journal.
  /// - Returns: A handle to wait for the action, which throws the action's error, and to cancel it.
  @discardableResult
  public nonisolated func nonisolatedReceive(
    action: Action,
    canceller: CancelBag? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AnyTask {
    let run = ActionRun(of: action, Self.self, in: ActionLine())
    let task = ImmediateTask.start {
      // The bag decides first.
      // Its identifier is free when the waiters of the action resume.
      defer { run.endEntry() }
      guard await run.turn() != nil, !Task.isCancelled else {
        return ActionRun.Outcome.failure(CancellationError())
      }
      return await CurrentWork.$action.withValue(run) { await self.track(action, fileID, line) }
    }
    if let canceller {
      let (registry, policy) = (canceller.registry, canceller.policy.enginePolicy)
      let entry = registry.add(task, key: TaskKey(action), policy: policy)
      if let entry { run.enter(registry.work, entry) }
    }
    run.begin()
    return AnyTask(
      id: action,
      cancel: { task.cancel() },
      beginWait: { try ActionWaits.enter(for: run) },
      waitComplete: { try await task.value.get() },
      isCancelled: { task.isCancelled }
    )
  }

  /// Starts an action whose origin is unknown, for example through a function value.
  @_disfavoredOverload
  @discardableResult
  public nonisolated func nonisolatedReceive(
    action: Action,
    canceller: CancelBag? = nil
  ) -> AnyTask {
    nonisolatedReceive(action: action, canceller: canceller, fileID: "", line: 0)
  }

  private func track(
    _ action: Action,
    _ fileID: StaticString,
    _ line: UInt
  ) async -> ActionRun.Outcome {
    let lifetime = viewState?.lifetime
    let listener = lifetime?.listener?.received(action, from: SendPlace(fileID: fileID, line: line))
    if lifetime?.isHeld == true {
      listener?.refused(.isTravelling)
      return .failure(CancellationError())
    }
    guard let listener else { return await track(action, nil) }
    listener.accepted()
    return await listener.running { await track(action, listener) }
  }

  private func track(
    _ action: Action,
    _ listener: (any ActionListener)?
  ) async -> ActionRun.Outcome {
    weak let state = viewState
    let tracksLoading = (action as? any LoadingTrackable)?.canTrackLoading ?? false
    let loading = tracksLoading ? state.map { ActionLoading(on: $0) } : nil
    await loading?.begin()
    listener?.began()
    let result: ActionRun.Outcome
    do {
      result = .success(try await receive(action: action))
    } catch {
      result = .failure(error)
      if !CurrentWork.isCancelled { listener?.failed(error) }
    }
    listener?.handled()
    await conclude(result, of: action, on: state, loading)
    listener?.ended(nil)
    // As in version 1.4, a caller that waits gets the result even of a cancelled action.
    return result
  }

  /// Shows the result of an action, unless it was cancelled.
  private func conclude(
    _ result: ActionRun.Outcome,
    of action: Action,
    on state: ScreenState?,
    _ loading: ActionLoading?
  ) async {
    var failure: (any Error)?
    if case .failure(let error) = result { failure = error }
    let presented = failure.flatMap { DisplayableError(presenting: $0) }
    let isLive: Bool
    if let state, presented != nil || loading != nil {
      isLive = await state.conclude(showing: presented, ending: loading) {
        !CurrentWork.isCancelled
      }
    } else {
      isLive = !CurrentWork.isCancelled
    }
    if isLive, let failure {
      logger.log(
        level: presented == nil || state != nil ? .debug : .error,
        "An action failed",
        metadata: [
          "store": "\(declaredName)", "action": "\(describeForLog(action))",
          "error": "\(describeForLog(error: failure))",
        ]
      )
    }
  }
}
