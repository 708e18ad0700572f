import Logging
import StateCore
import StateFields
import StateRecord

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
  /// was cancelled. When the same action succeeds later, the error is cleared, if it is still the one that is shown.
  func perform(_ action: Action) async throws
}

// An extension of the refined protocol, so that `store.receive(action:)` without a type is the one with a handle.
extension ScreenActionStore where Self: ScreenStore {
  @_disfavoredOverload
  public nonisolated func receive(action: Action) {
    let _: AnyTask = receive(action: action, fileID: "", line: 0)
  }
}

extension ScreenStore {
  /// The screen's state, as long as it is there.
  public nonisolated var viewState: AScreenState? { binding.state }

  /// Ties the store to its state, which is held weakly, before the first action: one of a store that was never
  /// bound has no state to change, and an error is logged.
  ///
  /// Another state takes the place of the first, whose work ends as if it had gone away.
  public func binding(state: AScreenState) {
    binding.bind(state, of: Self.self)
  }

  /// Takes an action whose origin is unknown, such as one of a function value.
  @_disfavoredOverload
  @discardableResult
  public nonisolated func receive(action: Action) -> AnyTask {
    receive(action: action, fileID: "", line: 0)
  }

  /// Takes an action; its policy decides now whether and when it begins.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file that sends it, for a journal.
  ///   - line: The line that sends it, for a journal.
  /// - Returns: A handle to wait for the action, which throws the action's error, and to cancel it. When
  ///   the wait returns, the action keeps neither the store nor the state. An action that is dropped
  ///   counts as cancelled. A wait in `perform` for an action that may have to wait for the end of the one
  ///   that waits ends at once with an error, which the log names.
  @discardableResult
  public nonisolated func receive(
    action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AnyTask {
    let policy =
      (action as? any ExecutionPolicyProviding)?.executionPolicy ?? .dropWhileRunning
    let binding = binding
    let run = ActionRun(of: action, Self.self, in: binding.line, policy)
    let key = policy.group ?? TaskKey(Unchecked(action.lockKey))
    // Each action has a task that is made here, with the task-locals and the priority of its sender.
    let (admission, events) = binding.submit(
      run,
      of: action,
      key,
      policy.rule,
      from: EventOrigin(known: fileID, line)
    )
    switch admission {
    case .started(let id):
      run.enter(binding.tasks.work, id)
      let place = binding.line.takePlace()
      // The task keeps the store: the waiters of an action must hear of its end.
      let task = ActionEvents.start(events) {
        await self.carryOut(action, run, id, events, at: place)
      }
      return handle(of: run, task)
    case .waiting(let id):
      run.enter(binding.tasks.work, id)
      let task = ActionEvents.start(events) { [weak self] in
        guard let place = await run.turn(), let self else {
          events?.end(.storeHasEnded)
          return ActionRun.Outcome.failure(CancellationError())
        }
        return await carryOut(action, run, id, events, at: place)
      }
      return handle(of: run, task)
    case .refused, .cancelled:
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
  /// nor the state: for tests, and for work that lasts as long as a view,
  /// `.task { await store.isolatedReceive(action: .watch) }`.
  ///
  /// A cancel of the caller cancels the action; a caller that is cancelled already sends none. After a
  /// cancel this returns when the action has ended. `run(_:)` of a `Store` does the same.
  ///
  /// In `perform`, a wait for an action that may have to wait for the end of the one that waits, such as one that is
  /// queued behind it, returns at once. The log has an error, and the action is done when its turn comes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file that sends it, for a journal.
  ///   - line: The line that sends it, for a journal.
  public func isolatedReceive(
    action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async {
    guard !Task.isCancelled else { return }
    let sent: AnyTask = receive(action: action, fileID: fileID, line: line)
    await withTaskCancellationHandler {
      // Its error has been shown and logged.
      _ = try? await sent.waitComplete()
    } onCancel: {
      sent.cancel()
    }
  }

  /// Does an action whose origin is unknown, such as one of a function value, and waits for its end.
  @_disfavoredOverload
  public func isolatedReceive(action: Action) async {
    await isolatedReceive(action: action, fileID: "", line: 0)
  }

  /// Changes the state in one transaction, unless the action that does it was cancelled.
  ///
  /// An action that was replaced by a later one can therefore not overwrite the result of that one.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled.
  public nonisolated func updateState(
    withAnimation animation: StateAnimation? = .smooth,
    _ change: @MainActor (_ state: AScreenState) -> Void
  ) async throws {
    try await Self.change(binding, withAnimation: animation, change)
  }

  /// Changes the state with each element of a sequence, until the sequence ends, the store or the state
  /// goes away, or another state is bound.
  ///
  /// `cancelAll()` of the binding does not end it. It keeps neither the store nor the state, unlike a `for await` in `perform`.
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
    _ binding: ScreenBinding<AScreenState>,
    withAnimation animation: StateAnimation?,
    _ change: @MainActor (_ state: AScreenState) -> Void
  ) throws {
    try ActionRun.checkCancellation()
    guard let state = binding.state else {
      return binding.reportUnbound(
        "A store changes its state before binding(state:): the change is lost",
        ["store": "\(Self.self)", "state": "\(AScreenState.self)"]
      )
    }
    ActionRun.current?.loading?.begin()
    CurrentCause.withUpdate(of: state) {
      withStateTransaction(animation: animation, disablesAnimations: animation == nil) {
        change(state)
      }
    }
  }
}

extension ScreenStore {
  /// The handle of a run; waiting for it is waiting for the task, which then holds nothing any more.
  private nonisolated func handle(
    of run: ActionRun,
    _ task: Task<ActionRun.Outcome, Never>
  ) -> AnyTask {
    run.attach(task)
    return AnyTask(
      id: ObjectIdentifier(run),
      cancel: { run.entry.map { $0.work.cancel($0.id) } },
      beginWait: { try ActionWaits.enter(for: run) },
      waitComplete: { try await task.value.get() },
      isCancelled: { run.isCancelled }
    )
  }

  /// Does an action from its beginning to its end, on the state that is bound now.
  private nonisolated func carryOut(
    _ action: Action,
    _ run: ActionRun,
    _ id: WorkID,
    _ events: ActionEvents?,
    at place: Int
  ) async -> ActionRun.Outcome {
    let binding = binding
    let work = binding.tasks.work
    weak let state = binding.state
    let earlier = binding.shownError
    if state == nil {
      binding.reportUnbound(
        "A store received an action before binding(state:): it has no state to change",
        ["store": "\(Self.self)", "action": "\(describeForLog(action))"]
      )
    }
    let tracksLoading = (action as? any LoadingTrackable)?.canTrackLoading ?? false
    let loading = tracksLoading ? state.map { ActionLoading(on: $0) } : nil
    if let loading { ImmediateTask.enqueue { @MainActor in loading.begin() } }
    run.loading = loading
    let result = await ActionRun.$current.withValue(run) {
      await begin(action, run, events, at: place)
    }
    run.end()
    let error = presented(result, of: action, run, isShown: state != nil)
    let earlierError = self.earlierError(earlier, of: action, result)
    guard let state, error != nil || loading != nil || earlierError != nil else {
      work.end(id)
      events?.end()
      return result
    }
    if let error { binding.note(.init(lockKey: action.lockKey, id: error.id)) }
    await state.conclude(showing: error, takingBack: earlierError, ending: loading) { work.end(id) }
    events?.end()
    return result
  }

  /// The error that an earlier attempt of the same action has shown, once it has succeeded.
  private nonisolated func earlierError(
    _ shown: ShownError?,
    of action: Action,
    _ result: ActionRun.Outcome
  ) -> DisplayableError.ID? {
    guard let shown, case .success = result, shown.lockKey == action.lockKey else { return nil }
    return shown.id
  }

  // From its turn up to the first suspension of `perform`, nothing may leave the actor, not even for a
  // moment: the next action would begin before this one.
  private func begin(
    _ action: Action,
    _ run: ActionRun,
    _ events: ActionEvents?,
    at place: Int
  ) async -> ActionRun.Outcome {
    let binding = binding
    await binding.line.wait(for: place)
    // The next one gets the actor when this one suspends.
    binding.line.leave()
    guard !run.isCancelled else { return .failure(CancellationError()) }
    events?.begin()
    let limit = run.policy.timeout.map { run.limit(to: $0, clock: binding.clock) }
    let result: ActionRun.Outcome
    do {
      if let retry = run.policy.retry {
        try await perform(action, retrying: retry, events)
      } else {
        try await perform(action)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    limit?.stop()
    defer { events?.handle() }
    if limit?.hasPassed == true, !run.isCancelled, let timeout = run.policy.timeout {
      let error = TimeoutError(duration: timeout)
      events?.fail(error)
      return .failure(error)
    }
    var error: (any Error)?
    if case .failure(let failure) = result { error = failure }
    guard run.isCancelled || error.map(isCancellation) == true else {
      if let error, run.policy.retry == nil { events?.fail(error) }
      return result
    }
    // A cancelled action shows nothing any more, and its waiters get a cancellation, with any result.
    if let error { log(error, of: action, run, isSilent: true, isShown: false) }
    return .failure(CancellationError())
  }

  private func perform(
    _ action: Action,
    retrying policy: RetryPolicy,
    _ events: ActionEvents?
  ) async throws {
    var attempt = 1
    while true {
      do {
        try await perform(action)
        if attempt > 1 { events?.recover() }
        return
      } catch {
        if let events, !Task.isCancelled { events.fail(error) }
        let clock = binding.clock
        try await policy.pause(after: error, attempt: attempt, clock: clock)
        attempt += 1
      }
    }
  }

  /// Logs the failure of an action.
  ///
  /// - Returns: The error to show, if it is not silent.
  private nonisolated func presented(
    _ result: ActionRun.Outcome,
    of action: Action,
    _ run: ActionRun,
    isShown: Bool
  ) -> DisplayableError? {
    guard case .failure(let error) = result else { return nil }
    let presented = DisplayableError(presenting: error)
    log(error, of: action, run, isSilent: presented == nil, isShown: isShown)
    return presented
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
