import StateCore

extension ActionTask {
  /// Starts the tasks together; the composition is done when all of them are.
  ///
  /// A failed task doesn't stop the others.
  public static func merge(_ tasks: ActionTask...) -> ActionTask {
    merge(tasks)
  }

  /// Starts the tasks together; the composition is done when all of them are.
  ///
  /// A failed task doesn't stop the others.
  public static func merge(_ tasks: [ActionTask]) -> ActionTask {
    composed(tasks) { .merge($0) }
  }

  /// Runs the tasks one after the other; each starts when the previous one and its error handler are done.
  ///
  /// A failure that the task's own `catch` doesn't handle stops the rest. So does a task that a policy drops or another
  /// task replaces, and the cancellation of the whole composition. A task that is cancelled by its own id doesn't stop
  /// the rest.
  public static func concatenate(_ tasks: ActionTask...) -> ActionTask {
    concatenate(tasks)
  }

  /// Runs the tasks one after the other; each starts when the previous one and its error handler are done.
  ///
  /// A failure that the task's own `catch` doesn't handle stops the rest. So does a task that a policy drops or another
  /// task replaces, and the cancellation of the whole composition. A task that is cancelled by its own id doesn't stop
  /// the rest.
  public static func concatenate(_ tasks: [ActionTask]) -> ActionTask {
    composed(tasks) { .concatenate($0) }
  }

  /// Handles the task's failure; the last handler added wins.
  ///
  /// On a composition, the handler is called once, with the first failure that no part's own `catch` handles. A
  /// `CancellationError` that follows a cancellation isn't a failure. The handler runs on the main actor, with the live
  /// state.
  public func `catch`(_ handler: @escaping StateErrorHandler<State>) -> ActionTask {
    with {
      $0.failureHandler = { error, environment in
        handler(error, unsafeDowncast(environment, to: Environment.self).state)
      }
    }
  }

  /// Handles the task's failure like the `catch` with two arguments, and can send actions.
  ///
  /// The actions are part of the task's action. A cancelled task has no failure.
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

  /// Gives the task an id by which it can be cancelled; the last id given wins.
  ///
  /// On a composition, the id applies to the whole group, and parts with a separate id can be cancelled by either.
  ///
  /// With `cancelInFlight`, effects that already run or wait under the id are cancelled first; otherwise they run
  /// concurrently. An id is one lane, regardless of the operator that assigns it. Inside a composition, the
  /// composition's own id is another lane: its parts never interact with the composition itself, and a `.cancel` among
  /// them doesn't reach it. Work that began to wait after this task was started isn't replaced.
  public func cancellable<ID: TaskID>(id: ID, cancelInFlight: Bool = false) -> ActionTask {
    let task = effect?.keepsKey == true ? Self.merge([self]) : self
    return task.with {
      $0.key = TaskKey(id)
      $0.policy = cancelInFlight ? .cancelExisting : .allow
    }
  }

  /// Sets the priority of the task, or of all tasks of a composition; the last priority given wins.
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

  /// Returns the only part itself, unless options added to the composition would change the part's options.
  private static func composedAlone(
    _ content: EffectContent,
    as compose: (EffectParts) -> Effect.Kind
  ) -> ActionTask {
    guard let effect = content.described, !effect.isOpen else { return ActionTask(content) }
    return ActionTask(Effect(compose(EffectParts([content])), name: effect.name))
  }

  /// The task with an id that no later `cancellable` replaces.
  package var keepingID: ActionTask { with { $0.keepsKey = true } }

  func with(_ change: (inout Options) -> Void) -> ActionTask {
    guard let effect else { return self }
    if case .wrapped(.scheduled(let key, let rule), let scheduled) = effect.kind {
      // The options belong to the waiting effect, which has them before and after its turn.
      let changed = ActionTask(scheduled).with(change).effect ?? scheduled
      return ActionTask(Effect(.wrapped(.scheduled(key, rule), changed), name: effect.name))
    }
    var options = effect.options
    change(&options)
    return ActionTask(Effect(effect.kind, name: effect.name, options: options))
  }
}
