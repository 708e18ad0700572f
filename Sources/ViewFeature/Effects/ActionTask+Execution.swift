import StateCore

extension ActionTask {
  /// Cancels what runs or waits under `id`, and starts the task when no other was given for `duration`.
  ///
  /// Of the tasks given meanwhile only the last one runs. The time counts from the call that sends the
  /// action, on the store's clock. The task keeps the priority and the task-local values of that call.
  /// When the time is over, the task replaces work that has begun under `id` meanwhile.
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

  /// Starts the task when all work that runs or is queued under `id` has ended, by whichever operator it has
  /// its id.
  ///
  /// Work that waits for a time, such as a debounce, isn't waited for.
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
  /// reaches it while it waits. An action that `send` makes has an id here, too:
  /// `.send(.hide).cancellable(id: "toast", cancelInFlight: true).delay(for: .seconds(3))`.
  public func delay(for duration: Duration) -> ActionTask {
    duration > .zero ? wrapped { .delayed(duration, $0) } : self
  }

  /// Runs the task again when it fails, as often as the policy says.
  ///
  /// A failure that the task's own `catch` has handled isn't retried; put `catch` after `retry`. A cancel reaches
  /// the task in the pause before another attempt. A part of a group that was cancelled is not brought
  /// back, and an attempt in which a policy dropped or replaced a part is the last one. A task that
  /// completes immediately, such as `.send`, does so.
  public func retry(_ policy: RetryPolicy) -> ActionTask {
    content.takesNoTime ? self : wrapped { .retry(policy, $0) }
  }

  /// Cancels the task when it is not done after `duration`, counted from its start; that counts as its
  /// failure, with a `TimeoutError`.
  ///
  /// With a `TestClock`, work that ends exactly at its deadline is late. A task that was cancelled
  /// meanwhile has no failure. A task that completes immediately does so; work
  /// that has ended in time is in time, even if the main actor was too busy to handle its end.
  public func timeout(_ duration: Duration) -> ActionTask {
    content.takesNoTime ? self : wrapped { .timeout(duration, $0) }
  }

  /// The task, which `key` reaches beside the id that it may have.
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
    return ActionTask(Effect(.scheduled(key, rule, effect), name: effect.name))
  }

  /// The whole, pauses included, runs under the id that the task has had.
  func wrapped(_ wrap: (Effect) -> Effect.Kind) -> ActionTask {
    // The whole calls the handler: the end of an attempt, or of the time, isn't a cancellation.
    guard let (effect, cancelHandler) = effect?.withoutCancelHandler() else { return self }
    var inner = effect.options
    let outer = Options(key: inner.key, policy: inner.policy, cancelHandler: cancelHandler)
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
