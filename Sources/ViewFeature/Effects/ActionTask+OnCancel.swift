extension ActionTask {
  /// Calls `handler` on the main actor, with the live state, when the task is cancelled before it is done; the last
  /// handler given wins.
  ///
  /// Use it to take back a change that the action has made for the task, such as a flag or the request of a `Pager`: the
  /// store drops the actions of a cancelled task. The handler is called for each cancellation, by the task's id, its
  /// action, `cancelAllTasks()` or the end of the store, also if the task has not begun, and while actions that it has
  /// sent wait to be handled. It is called once the task has ended, and before the action is done.
  ///
  /// A task that a policy drops, or that another one replaces, is not cancelled in this sense: the other one stands for
  /// it. Nor is one whose own `timeout` ends it: it has failed.
  public func onCancel(_ handler: @escaping @MainActor (_ state: State) -> Void) -> ActionTask {
    withTask.with {
      $0.cancelHandler = { environment in
        handler(unsafeDowncast(environment, to: Environment.self).state)
      }
    }
  }

  /// The effect as one that has a task which ends after its parts: a group has none.
  private var withTask: ActionTask {
    switch effect?.kind {
    case .merge: return wrapped { .concatenate(EffectParts([.effect($0)])) }
    case .scheduled(let key, let rule, let part):
      let part = ActionTask(part).withTask.effect ?? part
      return ActionTask(Effect(.scheduled(key, rule, part), name: effect?.name))
    default: return self
    }
  }
}
