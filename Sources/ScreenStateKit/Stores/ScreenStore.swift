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
/// (`LoadingTrackable`), `perform` is called, its error is shown, loading ends. Actions begin in the
/// order in which they were received. Work is cancelled when the store or its state goes away.
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
  /// A second call replaces the first.
  public func binding(state: AScreenState) {
    binding.bind(state)
  }

  @_disfavoredOverload
  public nonisolated func receive(action: Action) {
    let _: AnyTask = receive(action: action)
  }

  /// Takes an action; its policy decides now whether and when it begins.
  ///
  /// - Returns: A handle to wait for the action, which throws the action's error, and to cancel it. An
  ///   action that is dropped counts as cancelled.
  @discardableResult
  public nonisolated func receive(action: Action) -> AnyTask {
    let submitted = submit(action)
    if let started = submitted.started { post(started) }
    return handle(of: submitted.run, submitted.id)
  }

  /// Does an action, as its policy says, and waits for its end: for tests and for pull-to-refresh.
  ///
  /// Cancelling the caller cancels the action.
  public func isolatedReceive(action: Action) async {
    let submitted = submit(action)
    // Waiting for a task is cheaper than waiting for a run that may not have one yet.
    var task: Task<Void, Never>?
    if let started = submitted.started {
      let state = binding.state
      if started.tracksLoading { await state?.loadingStarted() }
      task = begin(started, on: state)
    }
    await withTaskCancellationHandler {
      // Its error has been shown and logged.
      if let task { await task.value } else { _ = try? await submitted.run.wait() }
    } onCancel: { [scheduler = binding.scheduler] in
      if let id = submitted.id { scheduler.cancel(id) }
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

  /// Changes the state with each element of a sequence, until the sequence ends or the store or the
  /// state goes away.
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
    withStateTransaction(animation: animation, disablesAnimations: animation == nil) {
      change(state)
    }
  }
}

extension ScreenStore {
  /// Asks the action's policy.
  private nonisolated func submit(
    _ action: Action
  ) -> (run: ActionRun, id: WorkScheduler.ID?, started: StartedAction?) {
    let policy =
      (action as? any ExecutionPolicyProviding)?.executionPolicy ?? .dropWhileRunning
    let run = ActionRun()
    let makeStarted: @Sendable (WorkScheduler.ID) -> StartedAction = { id in
      StartedAction(
        action: action,
        id: id,
        run: run,
        tracksLoading: (action as? any LoadingTrackable)?.canTrackLoading ?? false,
        policy: policy
      )
    }
    let submission = binding.scheduler.submit(
      key: policy.group ?? TaskKey(Unchecked(action.lockKey)),
      rule: policy.rule,
      WorkScheduler.Work(
        start: { [weak self] id in
          guard let self else { return run.drop() }
          post(makeStarted(id))
        },
        cancel: { run.cancel() },
        drop: { run.drop() }
      )
    )
    switch submission {
    case .started(let id):
      return (run, id, makeStarted(id))
    case .waiting(let id):
      return (run, id, nil)
    case .dropped:
      run.drop()
      return (run, nil, nil)
    }
  }

  private nonisolated func handle(of run: ActionRun, _ id: WorkScheduler.ID?) -> AnyTask {
    AnyTask(
      id: ObjectIdentifier(run),
      cancel: { [weak scheduler = binding.scheduler] in if let id { scheduler?.cancel(id) } },
      waitComplete: { try await run.wait() },
      isCancelled: { run.isCancelled }
    )
  }

  private nonisolated func post(_ started: StartedAction) {
    guard binding.mailbox.post(started) else { return }
    // Keeps the store for as long as there is post: who waits for an action must hear of its end.
    ImmediateTask.enqueue { await self.readMailbox() }
  }

  private func readMailbox() async {
    while true {
      let started = binding.mailbox.takeAll()
      if started.isEmpty { return }
      await begin(started)
    }
  }

  /// Shows loading for all, then begins each up to its first suspension, in order.
  private func begin(_ started: [StartedAction]) async {
    let state = binding.state
    let tracked = started.count { $0.tracksLoading }
    if tracked > 0 { await state?.loadingStarted(times: tracked) }
    for action in started { begin(action, on: state) }
  }

  /// Begins an action, up to its first suspension; at its end it shows its error and ends loading, and
  /// then what waits for it may begin.
  @discardableResult
  private func begin(_ action: StartedAction, on state: AScreenState?) -> Task<Void, Never> {
    let task = ImmediateTask.start { [weak state] in
      let result = await self.result(of: action)
      let error = self.presented(result, of: action, on: state)
      let end = { @Sendable [scheduler = self.binding.scheduler] in
        // In this order: who has waited for the action may send it again.
        scheduler.end(action.id)
        action.run.finish(result)
      }
      guard let state, error != nil || action.tracksLoading else { return end() }
      // The end is told from there: to come back for it would cost as much as to go there.
      await state.conclude(showing: error, endingLoading: action.tracksLoading, end: end)
    }
    action.run.attach(task)
    return task
  }

  // Up to the first suspension of `perform`, nothing may leave the actor, not even for a moment: the
  // next action would begin before this one.
  private func result(of started: StartedAction) async -> Result<Void, any Error> {
    guard let action = started.action as? Action, !started.run.isCancelled else {
      return .failure(CancellationError())
    }
    do {
      if let timeout = started.policy.timeout {
        let clock = binding.clock
        try await withTimeout(timeout, clock: clock) {
          try await self.perform(action, retrying: started.policy.retry)
        }
      } else {
        try await perform(action, retrying: started.policy.retry)
      }
      return .success(())
    } catch {
      guard isCancellation(error) || started.run.isCancelled else { return .failure(error) }
      // A replaced action has nothing to say any more, whatever it ends with.
      log(error, of: started, isSilent: true, isShown: false)
      return .failure(CancellationError())
    }
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
  /// - Returns: What is to be shown of it.
  private func presented(
    _ result: Result<Void, any Error>,
    of action: StartedAction,
    on state: AScreenState?
  ) -> DisplayableError? {
    guard case .failure(let error) = result else { return nil }
    let presented = DisplayableError(presenting: error)
    log(error, of: action, isSilent: presented == nil, isShown: state != nil)
    return presented
  }

  private nonisolated func log(
    _ error: any Error,
    of action: StartedAction,
    isSilent: Bool,
    isShown: Bool
  ) {
    if error is CancellationError, action.run.isCancelled { return }
    logger.log(
      level: isSilent || isShown ? .debug : .error,
      "An action failed",
      metadata: [
        "store": "\(declaredName)", "action": "\(describeForLog(action.action))",
        "error": "\(error)",
        "shown": "\(isShown && !isSilent)",
      ]
    )
  }
}
