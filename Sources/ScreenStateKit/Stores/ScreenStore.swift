import Logging
import StateEngine

/// A screen's store that only says what its actions do; locking, loading, errors and cancellation are
/// done for it.
///
/// ```swift
/// actor WordListStore: ScreenStore {
///   nonisolated let binding = ScreenBinding<WordListState>()
///   func perform(_ action: Action) async throws { … }
/// }
/// ```
///
/// For each action: its policy decides whether and when it begins (`ExecutionPolicyProviding`;
/// otherwise it is dropped while the same one runs), loading is shown if the action tracks it
/// (`LoadingTrackable`), `perform` is called, its lock is given back, its error is shown, loading ends.
///
/// Actions begin in the order in which they were received, each with the task-local values and the
/// priority of its sender. Work is cancelled when its state goes away or another one is bound. A running
/// action keeps the store; actions that wait are dropped when the store goes away.
public protocol ScreenStore: ScreenActionStore {
  // Declared again so that it is inferred from `binding`.
  associatedtype AScreenState

  /// The store's tie to its state: a constant that is made with the store.
  nonisolated var binding: ScreenBinding<AScreenState> { get }

  /// Does the work of an action.
  ///
  /// An error that it throws is shown on the screen, unless it is silent or says that the action
  /// was cancelled.
  func perform(_ action: Action) async throws
}

extension ScreenStore {
  /// The screen's state, as long as it is there.
  public nonisolated var viewState: AScreenState? { binding.state }

  /// Ties the store to its state, which is held weakly.
  ///
  /// Another state takes the place of the first, whose work ends as if it had gone away.
  public func binding(state: AScreenState) {
    binding.bind(state)
  }

  @_disfavoredOverload
  public nonisolated func receive(action: Action) {
    let _: AnyTask = receive(action: action)
  }

  /// Takes an action; its policy decides now whether and when it begins.
  ///
  /// - Returns: A handle to wait for the action, which throws the action's error, and to cancel it. When
  ///   the wait returns, the action keeps neither the store nor the state. An action that is dropped
  ///   counts as cancelled.
  @discardableResult
  public nonisolated func receive(action: Action) -> AnyTask {
    let policy =
      (action as? any ExecutionPolicyProviding)?.executionPolicy ?? .dropWhileRunning
    let run = ActionRun()
    let submission = binding.scheduler.submit(
      key: policy.group ?? TaskKey(Unchecked(action.lockKey)),
      rule: policy.rule,
      WorkScheduler.Work(
        start: { [line = binding.line] _ in run.begin(at: line.takePlace()) },
        cancel: { run.cancel() },
        drop: { run.drop() }
      )
    )
    // Each action has a task that is made here, with the task-locals and the priority of its sender.
    switch submission {
    case .started(let id):
      let started = StartedAction(action, policy, run, id, place: binding.line.takePlace())
      // Keeps the store, so that the waiters of an action resume at its end.
      return handle(of: run, id, ImmediateTask.start { await self.carryOut(started) })
    case .waiting(let id):
      let task = ImmediateTask.start { [weak self] in
        guard let place = await run.turn(), let self else {
          return ActionRun.Outcome.failure(CancellationError())
        }
        return await carryOut(StartedAction(action, policy, run, id, place: place))
      }
      return handle(of: run, id, task)
    case .dropped:
      run.drop()
      return AnyTask(
        id: ObjectIdentifier(run),
        cancel: {},
        waitComplete: { throw CancellationError() },
        isCancelled: { true }
      )
    }
  }

  /// Does an action, as its policy says, and waits for its end, after which it keeps neither the store
  /// nor the state: for tests.
  ///
  /// Cancelling the caller cancels the action; a caller that is cancelled already sends none.
  public func isolatedReceive(action: Action) async {
    guard !Task.isCancelled else { return }
    let sent: AnyTask = receive(action: action)
    await withTaskCancellationHandler {
      // Its error has been shown and logged.
      _ = try? await sent.waitComplete()
    } onCancel: {
      sent.cancel()
    }
  }

  /// Changes the state in one transaction, unless the action that does it was cancelled.
  ///
  /// An action that was replaced by a later one can therefore not overwrite what that one has shown.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled.
  public nonisolated func updateState(
    withAnimation animation: StateAnimation? = .smooth,
    _ change: @MainActor (_ state: AScreenState) -> Void
  ) async throws {
    try await Self.change(binding.state, withAnimation: animation, change)
  }

  /// Changes the state with each element of a sequence, until the sequence ends, the store or the state
  /// goes away, or another state is bound.
  ///
  /// It keeps neither the store nor the state, unlike a `for await` in `perform`.
  ///
  /// An error of the sequence is shown on the screen.
  ///
  /// To be called after `binding(state:)`: an element that arrives before is logged and lost.
  ///
  /// - Returns: A handle to stop it.
  @discardableResult
  public nonisolated func observe<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ change: @escaping @MainActor @Sendable (Elements.Element, _ state: AScreenState) -> Void
  ) -> AnyTask where Elements.Element: Sendable {
    binding.observe(elements, change)
  }

  @MainActor
  private static func change(
    _ state: AScreenState?,
    withAnimation animation: StateAnimation?,
    _ change: @MainActor (_ state: AScreenState) -> Void
  ) throws {
    try Task.checkCancellation()
    guard let state else { return }
    ActionLoading.current?.begin()
    withStateTransaction(animation: animation, disablesAnimations: animation == nil) {
      change(state)
    }
  }
}

/// An action that may begin.
private struct StartedAction<Action: Sendable>: Sendable {
  let action: Action
  let policy: ExecutionPolicy
  let run: ActionRun
  let id: WorkScheduler.ID
  /// Where it stands in the line of its store.
  let place: Int

  init(
    _ action: Action,
    _ policy: ExecutionPolicy,
    _ run: ActionRun,
    _ id: WorkScheduler.ID,
    place: Int
  ) {
    self.action = action
    self.policy = policy
    self.run = run
    self.id = id
    self.place = place
  }

  var tracksLoading: Bool { (action as? any LoadingTrackable)?.canTrackLoading ?? false }
}

extension ScreenStore {
  /// The handle of a run; waiting for it is waiting for the task, which then holds nothing any more.
  private nonisolated func handle(
    of run: ActionRun,
    _ id: WorkScheduler.ID,
    _ task: Task<ActionRun.Outcome, Never>
  ) -> AnyTask {
    run.attach(task)
    return AnyTask(
      id: ObjectIdentifier(run),
      cancel: { [weak scheduler = binding.scheduler] in scheduler?.cancel(id) },
      waitComplete: { try await task.value.get() },
      isCancelled: { run.isCancelled }
    )
  }

  /// Does an action from its beginning to its end, on the state that is bound now.
  private nonisolated func carryOut(_ started: StartedAction<Action>) async -> ActionRun.Outcome {
    weak let state = binding.state
    let loading = started.tracksLoading ? state.map { ActionLoading(on: $0) } : nil
    let result: ActionRun.Outcome
    if let loading {
      ImmediateTask.enqueue { @MainActor in loading.begin() }
      result = await ActionLoading.$current.withValue(loading) { await begin(started) }
    } else {
      result = await begin(started)
    }
    let error = presented(result, of: started, isShown: state != nil)
    guard let state, error != nil || loading != nil else {
      binding.scheduler.end(started.id)
      return result
    }
    await state.conclude(showing: error, ending: loading) { [scheduler = binding.scheduler] in
      scheduler.end(started.id)
    }
    return result
  }

  // From its turn up to the first suspension of `perform`, nothing may leave the actor, not even for a
  // moment: the next action would begin before this one.
  private func begin(_ started: StartedAction<Action>) async -> ActionRun.Outcome {
    await binding.line.wait(for: started.place)
    // The next one gets the actor when this one suspends.
    binding.line.leave()
    let (run, policy) = (started.run, started.policy)
    guard !run.isCancelled else { return .failure(CancellationError()) }
    let clock = binding.clock
    let timer = policy.timeout.map { run.startTimer($0, clock: clock) }
    let result: ActionRun.Outcome
    do {
      result = .success(try await perform(started.action, retrying: policy.retry))
    } catch {
      result = .failure(error)
    }
    timer?.cancel()
    if run.end(), !run.isCancelled, let timeout = policy.timeout {
      return .failure(TimeoutError(duration: timeout))
    }
    guard case .failure(let error) = result, isCancellation(error) || run.isCancelled else {
      return result
    }
    // A replaced action has nothing to say any more, whatever it ends with.
    log(error, of: started, isSilent: true, isShown: false)
    return .failure(CancellationError())
  }

  private func perform(_ action: Action, retrying policy: RetryPolicy?) async throws {
    var attempt = 1
    while true {
      do {
        return try await perform(action)
      } catch {
        guard let policy else { throw error }
        let clock = binding.clock
        try await policy.pause(after: error, attempt: attempt, clock: clock)
        attempt += 1
      }
    }
  }

  /// Logs the failure of an action.
  ///
  /// - Returns: The error to show.
  private nonisolated func presented(
    _ result: ActionRun.Outcome,
    of started: StartedAction<Action>,
    isShown: Bool
  ) -> DisplayableError? {
    guard case .failure(let error) = result else { return nil }
    let presented = DisplayableError(presenting: error)
    log(error, of: started, isSilent: presented == nil, isShown: isShown)
    return presented
  }

  private nonisolated func log(
    _ error: any Error,
    of started: StartedAction<Action>,
    isSilent: Bool,
    isShown: Bool
  ) {
    if error is CancellationError, started.run.isCancelled { return }
    logger.log(
      level: isSilent || isShown ? .debug : .error,
      "An action failed",
      metadata: [
        "store": "\(declaredName)", "action": "\(describeForLog(started.action))",
        "error": "\(describeForLog(error: error))",
        "shown": "\(isShown && !isSilent)",
      ]
    )
  }
}
