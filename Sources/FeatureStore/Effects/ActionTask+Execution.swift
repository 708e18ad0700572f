import StateCore

extension ActionTask {
  /// Cancels the work that runs or waits under `id`, and starts the task when no other task arrives for `duration`.
  ///
  /// Of the tasks that arrive in that time, only the last one runs. The store's clock measures the time from the call
  /// that sends the action. The task keeps the priority and the task-local values of that call. A later task under `id`
  /// replaces it, regardless of the operator, unless that task is dropped.
  public func debounce<ID: TaskID>(id: ID, for duration: Duration) -> ActionTask {
    scheduled(id, .debounce(duration))
  }

  /// Starts the task immediately, replacing the work that runs under `id`, and starts no other task for `duration`.
  ///
  /// Of the tasks that arrive in that time, the last one runs afterwards; without `latest`, none does. A later task of
  /// another operator under `id` replaces that last one.
  public func throttle<ID: TaskID>(
    id: ID,
    for duration: Duration,
    latest: Bool = true
  ) -> ActionTask {
    scheduled(id, .throttle(duration, latest: latest))
  }

  /// Starts the task when all work that runs or is queued under `id` has ended, regardless of the operators that
  /// assigned the id.
  ///
  /// The task also waits for work that is delayed or pauses between retries, and for cancelled work until it has ended.
  /// It replaces work that `debounce` or `throttle` holds back.
  public func queued<ID: TaskID>(id: ID) -> ActionTask {
    scheduled(id, .wait(limit: 1))
  }

  /// Starts the task when fewer than `limit` tasks run under `id`, regardless of the operators that assigned the id.
  public func limited<ID: TaskID>(id: ID, to limit: Int) -> ActionTask {
    scheduled(id, .wait(limit: max(1, limit)))
  }

  /// Runs the task under a policy, among all tasks of `id` or of the policy's group.
  public func execution<ID: TaskID>(_ policy: ExecutionPolicy, id: ID) -> ActionTask {
    var task = self
    if let retry = policy.retry { task = task.retry(retry) }
    if let timeout = policy.timeout { task = task.timeout(timeout) }
    guard let group = policy.group else { return task.scheduled(id, policy.rule) }
    // A cancel by its own id reaches the task, too.
    return task.alsoReached(by: Self.effectKey(id)).scheduled(group, policy.rule)
  }

  /// Starts the task after `duration`, measured by the store's clock from the call that sends the action.
  ///
  /// The task has its id from the start: it replaces the effects of its id immediately, and a cancel reaches it while
  /// it waits. With a delay, the effect of `.send(_:)` can have an id, too:
  /// `.send(.hide).cancellable(id: "toast", cancelInFlight: true).delay(for: .seconds(3))`.
  public func delay(for duration: Duration) -> ActionTask {
    duration > .zero ? wrapped(by: .delayed(duration)) : self
  }

  /// Runs the task again when it fails, as often as the policy allows.
  ///
  /// A failure that the task's own `catch` has handled isn't retried; put `catch` after `retry`. A cancel reaches the
  /// task in the pause before another attempt. A cancelled part of a group isn't restarted. An attempt in which a
  /// policy dropped or replaced a part is the last one. A task that completes immediately, such as `.send`, isn't
  /// affected.
  public func retry(_ policy: RetryPolicy) -> ActionTask {
    content.takesNoTime ? self : wrapped(by: .retry(policy))
  }

  /// Cancels the task if it isn't done after `duration`, counted from its start; it then fails with a `TimeoutError`.
  ///
  /// With a `TestClock`, work that ends exactly at its deadline is late. A task that was cancelled in the meantime has
  /// no failure. A task that completes immediately isn't affected. Work that ends in time doesn't fail, even if the
  /// main actor is busy and handles its end later.
  public func timeout(_ duration: Duration) -> ActionTask {
    content.takesNoTime ? self : wrapped(by: .timeout(duration))
  }

  /// Returns the task with `key` as an additional id by which it can be cancelled.
  private func alsoReached(by key: TaskKey) -> ActionTask {
    guard let effect, effect.options.key != key else { return self }
    return Self.merge([self]).with {
      $0.key = key
      $0.policy = .allow
    }
  }

  private func scheduled(_ id: some TaskID, _ rule: ExecutionPolicy.Rule) -> ActionTask {
    scheduled(Self.effectKey(id), rule)
  }

  private func scheduled(_ key: TaskKey, _ rule: ExecutionPolicy.Rule) -> ActionTask {
    guard let effect else { return self }
    return ActionTask(Effect(.wrapped(.scheduled(key, rule), effect), name: effect.name))
  }

  private func wrapped(by wrapper: Effect.Wrapper) -> ActionTask {
    wrapped { .wrapped(wrapper, $0) }
  }

  /// Returns a wrapper that runs under the task's id, including the pauses.
  func wrapped(_ wrap: (Effect) -> Effect.Kind) -> ActionTask {
    // The wrapper calls the handler, because the end of an attempt, or of the time, isn't a cancellation.
    guard let (effect, cancelHandler) = effect?.withoutCancelHandler() else { return self }
    var inner = effect.options
    let outer = Options(
      key: inner.key,
      policy: inner.policy,
      keepsKey: inner.keepsKey,
      cancelHandler: cancelHandler
    )
    inner.key = nil
    inner.keepsKey = false
    return ActionTask(
      Effect(
        wrap(Effect(effect.kind, name: effect.name, options: inner)),
        name: effect.name,
        options: outer
      )
    )
  }
}
