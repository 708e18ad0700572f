extension ActionTask {
  /// Calls `handler` on the main actor, with the live state, if the task is cancelled before it is done; the last
  /// handler added wins.
  ///
  /// Use it to revert a change that the action has made for the task, such as a flag or the request of a `Pager`: the
  /// store drops the actions of a cancelled task. The handler is called for each cancellation: by the task's id, its
  /// action, `cancelAllTasks()` or the end of the store. It is also called if the task has not begun, and while actions
  /// that it has sent wait to be handled. The call happens once the task has ended, and before the action is done.
  ///
  /// A task that a policy drops, or that another one replaces, isn't cancelled in this sense, because the other task
  /// takes over for it. A task that ends through its own `timeout` isn't cancelled either, because it has failed.
  public func onCancel(_ handler: @escaping @MainActor (_ state: State) -> Void) -> ActionTask {
    withTask.with {
      $0.cancelHandler = { environment in
        handler(unsafeDowncast(environment, to: Environment.self).state)
      }
    }
  }

  /// The effect with a task that ends after its parts; a group has no such task.
  private var withTask: ActionTask {
    switch effect?.kind {
    case .merge: return wrapped { .concatenate(EffectParts([.effect($0)])) }
    case .wrapped(.scheduled(let key, let rule), let part):
      let part = ActionTask(part).withTask.effect ?? part
      return ActionTask(Effect(.wrapped(.scheduled(key, rule), part), name: effect?.name))
    default: return self
    }
  }
}
