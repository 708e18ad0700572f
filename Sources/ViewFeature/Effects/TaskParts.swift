/// The parts of a composition.
final class TaskParts<Action, State>: EffectParts {
  let tasks: [ActionTask<Action, State>]

  init(_ tasks: [ActionTask<Action, State>]) {
    self.tasks = tasks
  }

  var ids: [String] { tasks.flatMap(\.ids) }
}
