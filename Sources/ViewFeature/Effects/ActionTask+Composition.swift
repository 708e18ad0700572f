import StateCore

extension ActionTask {
  /// Starts the tasks together; done when all are.
  ///
  /// A task that fails does not stop the others.
  public static func merge(_ tasks: ActionTask...) -> ActionTask {
    merge(tasks)
  }

  /// Starts the tasks together; done when all are.
  ///
  /// A task that fails does not stop the others.
  public static func merge(_ tasks: [ActionTask]) -> ActionTask {
    composed(tasks) { .merge($0) }
  }

  /// Runs the tasks one after the other, each when the one before it is done, its error handler
  /// included.
  ///
  /// A failure that no handler of its own takes stops the rest, and so does a task that a policy drops
  /// or that another replaces, or the cancellation of the whole; a task that is cancelled by its own id
  /// does not.
  public static func concatenate(_ tasks: ActionTask...) -> ActionTask {
    concatenate(tasks)
  }

  /// Runs the tasks one after the other, each when the one before it is done, its error handler
  /// included.
  ///
  /// A failure that no handler of its own takes stops the rest, and so does a task that a policy drops
  /// or that another replaces, or the cancellation of the whole; a task that is cancelled by its own id
  /// does not.
  public static func concatenate(_ tasks: [ActionTask]) -> ActionTask {
    composed(tasks) { .concatenate($0) }
  }

  /// Handles the task's failure; the last handler given wins.
  ///
  /// On a composition it is called once, with the first failure that has no handler of its own. A
  /// `CancellationError` that follows a cancellation is not a failure. The handler runs on the main
  /// actor, with the live state.
  public func `catch`(_ handler: @escaping StateErrorHandler<State>) -> ActionTask {
    with {
      $0.failureHandler = { error, environment in
        handler(error, unsafeDowncast(environment, to: Environment.self).state)
      }
    }
  }

  /// Handles the task's failure, as `catch` with two arguments, and can send actions.
  ///
  /// They are part of the task's action. Of a task that was cancelled there is no failure.
  public func `catch`(
    _ handler:
      @escaping @MainActor (
        _ error: any Error, _ state: State, _ send: ActionSender<Action>
      ) -> Void
  ) -> ActionTask {
    with {
      $0.failureHandler = { error, environment in
        let environment = unsafeDowncast(environment, to: Environment.self)
        handler(error, environment.state, environment.sender)
      }
    }
  }

  /// Gives the task an id to be cancelled by; the last id given wins.
  ///
  /// On a composition the whole group runs under it, and tasks in it that have an id of their own
  /// are reached by both.
  ///
  /// With `cancelInFlight`, effects that already run or wait under the id are cancelled first;
  /// otherwise they run side by side. An id is one lane, whichever operator gives it. Inside a
  /// composition the composition's own id is another lane: its parts never meet the composition itself,
  /// and a `.cancel` among them doesn't reach it. Work that waits since after this task was started isn't
  /// replaced.
  public func cancellable<ID: TaskID>(id: ID, cancelInFlight: Bool = false) -> ActionTask {
    with {
      $0.key = TaskKey(id)
      $0.policy = cancelInFlight ? .cancelExisting : .allow
    }
  }

  /// Sets the priority of the task, or of all tasks of a composition; the last one given wins.
  public func priority(_ priority: TaskPriority) -> ActionTask {
    with { $0.priority = priority.rawValue }
  }

  private static func composed(
    _ tasks: [ActionTask],
    as compose: (EffectParts) -> Effect.Kind
  ) -> ActionTask {
    var contents: [EffectContent] = []
    contents.reserveCapacity(tasks.count)
    for task in tasks where !task.isNone { contents.append(task.content) }
    guard contents.count > 1 else { return composedAlone(contents.first ?? .none, as: compose) }
    return ActionTask(Effect(compose(EffectParts(contents))))
  }

  /// A composition of one part is that part, unless options given to the one would change those of the other.
  private static func composedAlone(
    _ content: EffectContent,
    as compose: (EffectParts) -> Effect.Kind
  ) -> ActionTask {
    guard let effect = content.described, !effect.isOpen else { return ActionTask(content) }
    return ActionTask(Effect(compose(EffectParts([content])), name: effect.name))
  }

  func with(_ change: (inout Options) -> Void) -> ActionTask {
    guard let effect else { return self }
    switch effect.kind {
    case .scheduled(let key, let rule, let scheduled):
      // The options are those of the waiting effect, which has them before and after its turn.
      let changed = ActionTask(scheduled).with(change).effect ?? scheduled
      return ActionTask(Effect(.scheduled(key, rule, changed), name: effect.name))
    case .run, .every, .cancel, .output, .send, .merge, .concatenate, .retry, .timeout, .delayed:
      break
    }
    var options = effect.options
    change(&options)
    return ActionTask(Effect(effect.kind, name: effect.name, options: options))
  }
}
