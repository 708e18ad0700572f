import Logging
import StateCore
import StateFields

/// A screen's store that implements only the work of its actions; locking, loading, errors, and cancellation are built
/// in.
///
/// ```swift
/// actor WordListStore: ScreenStore {
///   nonisolated let binding = ScreenBinding<WordListState>()
///   func perform(_ action: Action) async throws { … }
/// }
/// ```
///
/// For each action, the policy decides whether and when it begins (`ExecutionPolicyProviding`). By default, an action
/// is dropped while the same one runs. The store shows loading if the action tracks it (`LoadingTrackable`), calls
/// `perform`, releases the action's lock, shows its error, and ends loading.
///
/// Actions begin in the order in which the store receives them, each with the task-local values and the priority of its
/// sender, and with the environment of the binding. Work is cancelled when its state is deallocated or another one is
/// bound. A running action keeps the store alive; waiting actions are dropped when the store is deallocated.
public protocol ScreenStore: ScreenActionStore {
  // Redeclared so that it is inferred from `binding`.
  associatedtype AScreenState

  /// The store's binding to its state: a constant that is created with the store.
  nonisolated var binding: ScreenBinding<AScreenState> { get }

  /// Does the work of an action.
  ///
  /// An error that it throws is shown on the screen, unless the error is silent, like a `NonPresentableError`, or
  /// reports that the action was cancelled. When the same action succeeds later, the error is cleared if it is still
  /// shown.
  func perform(_ action: Action) async throws
}

extension ScreenStore {
  /// The screen's state, while it exists.
  public nonisolated var viewState: AScreenState? { binding.state }

  /// Binds the store to its state, which it holds weakly; before it gets the first action.
  ///
  /// An action of a store that was never bound has no state to change. In debug builds, this is reported as an issue,
  /// otherwise it is logged as an error. Another state replaces the first one, whose work ends as if that state had been
  /// deallocated.
  public func bind(to state: AScreenState) {
    guard binding.bind(state, of: Self.self) else { return }
    (self as? any ScreenLifeCycle)?.begin()
  }

  /// Sends an action whose origin is unknown, for example through a function value.
  @_disfavoredOverload
  @discardableResult
  public nonisolated func send(_ action: Action) -> AnyTask {
    send(action, fileID: "", line: 0)
  }

  /// Sends an action; its policy decides immediately whether and when it begins.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file that sends the action, for a journal.
  ///   - line: The line that sends the action, for a journal.
  /// - Returns: A handle to wait for the action, which throws the action's error, and to cancel it. When the wait
  ///   returns, the action keeps neither the store nor the state alive. A dropped action counts as cancelled. A wait in
  ///   `perform` ends immediately with an error, which is also logged, if the awaited action may have to wait for the
  ///   waiting one.
  @discardableResult
  public nonisolated func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AnyTask {
    let (run, task) = submit(action, from: SendPlace(fileID: fileID, line: line))
    guard let task else {
      return AnyTask(
        id: ObjectIdentifier(run),
        cancel: {},
        waitComplete: { throw CancellationError() },
        isCancelled: { true }
      )
    }
    return AnyTask(
      id: ObjectIdentifier(run),
      cancel: { run.cancelEntry() },
      beginWait: { try ActionWaits.enter(for: run) },
      // The task holds nothing when it has ended.
      waitComplete: { try await task.value.get() },
      isCancelled: { run.isCancelled }
    )
  }

  /// Sends an action and waits for its end.
  ///
  /// Afterwards, the action keeps neither the store nor the state alive. Use it in tests, and for work that lasts as
  /// long as a view: `.task { await store.run(.watch) }`, with the policy `concurrent`.
  ///
  /// Cancelling the caller cancels the action; a caller that is already cancelled sends none. After a cancel, the
  /// function returns when the action has ended. `run(_:)` of a `Store` does the same.
  ///
  /// In `perform`, the function returns immediately if the action may have to wait for the end of the waiting one, for
  /// example because it is queued behind it. An error is logged, and the action runs when its turn comes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file that sends the action, for a journal.
  ///   - line: The line that sends the action, for a journal.
  public nonisolated func run(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async {
    guard !Task.isCancelled else { return }
    let (run, task) = submit(action, from: SendPlace(fileID: fileID, line: line))
    guard let task, (try? ActionWaits.enter(for: run)) != nil else { return }
    await withTaskCancellationHandler {
      // The store has already shown and logged its error.
      _ = await task.value
    } onCancel: {
      run.cancelEntry()
    }
  }

  /// Sends an action whose origin is unknown, for example through a function value, and waits for its end.
  @_disfavoredOverload
  public nonisolated func run(_ action: Action) async {
    await run(action, fileID: "", line: 0)
  }

  /// Changes the state in one transaction, unless the calling action was cancelled.
  ///
  /// A replaced action therefore can't overwrite the result of its replacement.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled.
  public nonisolated func updateState(
    withAnimation animation: StateAnimation? = .smooth,
    _ change: @MainActor (_ state: AScreenState) -> Void
  ) async throws {
    try await Self.change(binding, withAnimation: animation, change)
  }

  /// Changes the state with each element of a sequence.
  ///
  /// The observation continues until the sequence ends, the store or the state is deallocated, or another state is
  /// bound. `cancelAll()` of the binding doesn't end it. Unlike a `for await` in `perform`, it keeps neither the store
  /// nor the state alive.
  ///
  /// An error of the sequence is shown on the screen.
  ///
  /// Call it after `bind(to:)`: an element that arrives earlier is logged and lost.
  ///
  /// - Returns: A handle to stop the observation.
  @discardableResult
  public nonisolated func observe<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ change: @escaping @MainActor @Sendable (Elements.Element, _ state: AScreenState) -> Void
  ) -> AnyTask where Elements.Element: Sendable {
    binding.observe(elements, of: Self.self, change)
  }

  @MainActor
  private static func change(
    _ binding: ScreenBinding<AScreenState>,
    withAnimation animation: StateAnimation?,
    _ change: @MainActor (_ state: AScreenState) -> Void
  ) throws {
    try CurrentWork.checkCancellation()
    guard let state = binding.state else {
      return binding.reportUnbound(
        "A store changed its state before bind(to:), so the change was lost",
        ["store": "\(Self.self)", "state": "\(AScreenState.self)"]
      )
    }
    if let run = ActionRun.current {
      let (isAllowed, loading) = run.change(of: ObjectIdentifier(state), in: binding.line)
      guard isAllowed else { throw CancellationError() }
      loading?.begin()
    }
    CoreListening.update(state) {
      withStateTransaction(animation: animation, disablesAnimations: animation == nil) {
        change(state)
      }
    }
  }
}

extension ScreenStore {
  /// Submits an action.
  ///
  /// - Returns: Its run and its task; no task if the policy drops it.
  private nonisolated func submit(
    _ action: Action,
    from place: SendPlace
  ) -> (ActionRun, Task<ActionRun.Outcome, Never>?) {
    let binding = binding
    let entrance = binding.entrance(for: Action.self)
    let policy = entrance.traits.policy(of: action)
    let tracksLoading = entrance.traits.tracksLoading(of: action)
    let run = ActionRun(of: action, Self.self, in: binding.line, policy)
    let key = policy.group ?? TaskKey(Unchecked(action.lockKey))
    // Create a task for each action here, with the task-local values and the priority of its sender.
    let (admission, listener) = binding.submit(
      run,
      of: action,
      key,
      policy.rule,
      from: place,
      through: entrance
    )
    let task: Task<ActionRun.Outcome, Never>
    switch admission {
    case .started(let id):
      let place = run.enter(binding.work, id) ?? run.place
      // The task keeps the store alive, so that the waiters of an action always receive its end.
      task = start(listener) {
        await self.carryOut(action, run, id, listener, tracksLoading, at: place)
      }
    case .waiting(let id):
      run.enter(binding.work, id)
      task = start(listener) { [weak self] in
        guard let place = await run.turn(), let self else {
          // If its turn came just before the store ended, the ledger and the run would hold each other.
          run.endEntry()
          listener?.ended(.storeHasEnded)
          return ActionRun.Outcome.failure(CancellationError())
        }
        return await carryOut(action, run, id, listener, tracksLoading, at: place)
      }
    case .refused, .cancelled:
      run.drop()
      return (run, nil)
    }
    run.attach(task)
    return (run, task)
  }

  /// Starts the task of an action.
  private nonisolated func start(
    _ listener: (any ActionListener)?,
    operation: @escaping @Sendable @isolated(any) () async -> ActionRun.Outcome
  ) -> Task<ActionRun.Outcome, Never> {
    binding.withEnvironment(of: Self.self) {
      guard let listener else { return ImmediateTask.start(operation: operation) }
      return listener.starting { ImmediateTask.start(operation: operation) }
    }
  }

  /// Performs an action from start to end, on the currently bound state.
  private nonisolated func carryOut(
    _ action: Action,
    _ run: ActionRun,
    _ id: WorkID,
    _ listener: (any ActionListener)?,
    _ tracksLoading: Bool,
    at place: Int
  ) async -> ActionRun.Outcome {
    let binding = binding
    // Without the type of the store's own state, an optional of which the runtime would have to look up.
    let start = binding.start
    if start.state == nil {
      binding.reportUnbound(
        "A store received an action before bind(to:), so it has no state to change",
        ["store": "\(Self.self)", "action": "\(describeForLog(action))"]
      )
    }
    let loading = beginLoading(tracksLoading, of: run, on: start.state)
    let result = await CurrentWork.$action.withValue(run) {
      await begin(action, run, listener, at: place)
    }
    run.end()
    let isLive = await conclude(result, of: action, run, id, since: start, ending: loading)
    listener?.ended(nil)
    return isLive ? result : .failure(CancellationError())
  }

  /// Ends the work of an action and shows its result, unless the action was cancelled.
  ///
  /// - Returns: Whether it wasn't cancelled.
  private nonisolated func conclude(
    _ result: ActionRun.Outcome,
    of action: Action,
    _ run: ActionRun,
    _ id: WorkID,
    since start: ActionStart,
    ending loading: ActionLoading?
  ) async -> Bool {
    let binding = binding
    let work = binding.work
    var failure: (any Error)?
    if case .failure(let error) = result { failure = error }
    var error = failure.flatMap { DisplayableError(presenting: $0) }
    if let id = error?.id { error?.failedAction = FailedAction(action.lockKey, showing: id) }
    let earlierError = failure == nil ? start.error(of: action) : nil
    let state = start.state
    let isLive: Bool
    if let state, error != nil || loading != nil || earlierError != nil {
      let failedAction = error?.failedAction
      isLive = await state.conclude(showing: error, takingBack: earlierError, ending: loading) {
        // Before the end, because the next action may begin there.
        if let failedAction, !run.isCancelled { binding.note(failedAction) }
        return work.conclude(id)
      }
    } else {
      isLive = work.conclude(id)
    }
    if isLive, let failure {
      log(failure, of: action, run, isSilent: error == nil, isShown: state != nil)
    }
    return isLive
  }

  /// Stores the state that a run begins on, and begins to show loading there.
  private nonisolated func beginLoading(
    _ tracksLoading: Bool,
    of run: ActionRun,
    on state: ScreenState?
  ) -> ActionLoading? {
    guard let state else {
      run.begin(on: nil, nil)
      return nil
    }
    let loading = tracksLoading ? ActionLoading(on: state) : nil
    if let loading {
      ImmediateTask.enqueue { @MainActor in if !run.isCancelled { loading.begin() } }
    }
    run.begin(on: ObjectIdentifier(state), loading)
    return loading
  }

  // Nothing may leave the actor, not even briefly, between the turn and the first suspension of `perform`: the next
  // action would begin before this one.
  private func begin(
    _ action: Action,
    _ run: ActionRun,
    _ listener: (any ActionListener)?,
    at place: Int
  ) async -> ActionRun.Outcome {
    let binding = binding
    // The next action gets the actor when this one suspends.
    if !binding.line.leave(place) {
      await binding.line.wait(for: place)
      binding.line.leave()
    }
    guard !run.isCancelled else { return .failure(CancellationError()) }
    listener?.began()
    let limit = run.policy.timeout.map { run.limit(to: $0, clock: binding.clock) }
    let result: ActionRun.Outcome
    do {
      if let retry = run.policy.retry {
        try await perform(action, retrying: retry, listener)
      } else {
        try await perform(action)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    limit?.stop()
    defer { listener?.handled() }
    if limit?.hasPassed == true, !run.isCancelled, let timeout = run.policy.timeout {
      let error = TimeoutError(duration: timeout)
      listener?.failed(error)
      return .failure(error)
    }
    var error: (any Error)?
    if case .failure(let failure) = result { error = failure }
    guard run.isCancelled || error.map(isCancellation) == true else {
      if let error, run.policy.retry == nil { listener?.failed(error) }
      return result
    }
    // A cancelled action shows no error, and its waiters receive a cancellation regardless of its result.
    if let error { log(error, of: action, run, isSilent: true, isShown: false) }
    return .failure(CancellationError())
  }

  private func perform(
    _ action: Action,
    retrying policy: RetryPolicy,
    _ listener: (any ActionListener)?
  ) async throws {
    var attempt = 1
    let attempts = RepeatedWork.begin()
    while true {
      let current = attempts.attempt()
      do {
        defer { current.end() }
        try await WorkAttempt.$current.withValue(current) { try await perform(action) }
        if attempt > 1 { listener?.recovered() }
        return
      } catch {
        if let listener, !CurrentWork.isCancelled { listener.failed(error) }
        let clock = binding.clock
        try await policy.pause(after: error, attempt: attempt, clock: clock)
        attempt += 1
      }
    }
  }

  private nonisolated func log(
    _ error: any Error,
    of action: Action,
    _ run: ActionRun,
    isSilent: Bool,
    isShown: Bool
  ) {
    if error is CancellationError, run.isCancelled { return }
    logger.log(
      level: isSilent || isShown ? .debug : .error,
      "An action failed",
      metadata: [
        "store": "\(declaredName)", "action": "\(describeForLog(action))",
        "error": "\(describeForLog(error: error))",
        "shown": "\(isShown && !isSilent)",
      ]
    )
  }
}
