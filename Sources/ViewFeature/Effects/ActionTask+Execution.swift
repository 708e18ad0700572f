import StateEngine

extension ActionTask {
  /// Starts the task when no other was given under `id` for `duration`; it then replaces what runs
  /// under `id`, by whichever operator that has its id.
  ///
  /// Of the tasks given meanwhile only the last one runs. The time counts from the call that sends the
  /// action, on the store's clock. The task keeps the priority and the task-local values of that call.
  public func debounce<ID: TaskID>(id: ID, for duration: Duration) -> ActionTask {
    scheduled(id, .debounce(duration))
  }

  /// Starts the task at once, in place of what runs under `id`, and no other for `duration`.
  ///
  /// Of the tasks given meanwhile the last one runs afterwards; without `latest` none does.
  public func throttle<ID: TaskID>(
    id: ID,
    for duration: Duration,
    latest: Bool = true
  ) -> ActionTask {
    scheduled(id, .throttle(duration, latest: latest))
  }

  /// Starts the task when all work that runs or waits under `id` has ended, by whichever operator it has
  /// its id.
  ///
  /// Work that was cancelled counts until it has ended.
  public func queued<ID: TaskID>(id: ID) -> ActionTask {
    scheduled(id, .wait(limit: 1))
  }

  /// Starts the task when fewer than `limit` run under `id`, by whichever operator these have their id.
  public func limited<ID: TaskID>(id: ID, to limit: Int) -> ActionTask {
    scheduled(id, .wait(limit: max(1, limit)))
  }

  /// Runs the task as a policy says, among all tasks of `id` or of the policy's group.
  public func execution<ID: TaskID>(_ policy: ExecutionPolicy, id: ID) -> ActionTask {
    var task = self
    if let retry = policy.retry { task = task.retry(retry) }
    if let timeout = policy.timeout { task = task.timeout(timeout) }
    guard let group = policy.group else { return task.scheduled(id, policy.rule) }
    // Under its own id it is reached, too.
    return task.alsoReached(by: Self.effectKey(id)).scheduled(group, policy.rule)
  }

  /// Starts the task after `duration`, on the store's clock, counted from the call that sends the action.
  ///
  /// The task has its id from the beginning: it replaces the effects of its id at once, and a cancel
  /// reaches it while it waits.
  public func delay(for duration: Duration) -> ActionTask {
    duration > .zero ? wrapped { .delayed(duration, $0) } : self
  }

  /// Runs the task again when it fails, as often as the policy says.
  ///
  /// A failure that the task's own `catch` has taken is none; put `catch` behind `retry`.
  public func retry(_ policy: RetryPolicy) -> ActionTask {
    wrapped { .retry(policy, $0) }
  }

  /// Cancels the task when it is not done after `duration`, counted from its start; that counts as its
  /// failure, with a `TimeoutError`.
  ///
  /// A task that was cancelled meanwhile has no failure.
  public func timeout(_ duration: Duration) -> ActionTask {
    wrapped { .timeout(duration, $0) }
  }

  /// The task, which `key` reaches beside the id that it may have.
  private func alsoReached(by key: TaskKey) -> ActionTask {
    guard let effect, effect.options.key != key else { return self }
    let isKeyed = effect.options.key != nil || effect.isScheduled
    let task =
      isKeyed ? ActionTask(Effect(.merge(EffectParts([content])), name: effect.name)) : self
    return task.with {
      $0.key = key
      $0.policy = .allow
    }
  }

  private func scheduled(_ id: some TaskID, _ rule: ExecutionPolicy.Rule) -> ActionTask {
    scheduled(Self.effectKey(id), rule)
  }

  private func scheduled(_ key: TaskKey, _ rule: ExecutionPolicy.Rule) -> ActionTask {
    guard let effect else { return self }
    return ActionTask(Effect(.scheduled(key, rule, effect), name: effect.name))
  }

  /// The whole, pauses included, runs under the id that the task has had.
  private func wrapped(_ wrap: (Effect) -> Effect.Kind) -> ActionTask {
    guard let effect else { return self }
    var inner = effect.options
    let outer = Options(key: inner.key, policy: inner.policy)
    inner.key = nil
    return ActionTask(
      Effect(
        wrap(Effect(effect.kind, name: effect.name, options: inner)),
        name: effect.name,
        options: outer
      )
    )
  }
}
