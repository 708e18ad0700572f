/// The parts of a composition, of whatever feature: `TaskParts` is what has types.
protocol EffectParts: AnyObject, Sendable {
  var effects: [EffectDescription] { get }
  /// How deep merges without options are nested in it.
  var depth: Int { get }
}

/// The parts of a composition.
final class TaskParts<Action, State>: EffectParts {
  let tasks: [ActionTask<Action, State>]
  let depth: Int

  init(_ tasks: [ActionTask<Action, State>]) {
    let depth = tasks.reduce(0) { max($0, $1.plainMerge?.depth ?? 0) } + 1
    if depth < Self.deepest {
      self.tasks = tasks
      self.depth = depth
    } else {
      // Otherwise the release of a merge of merges would need a stack of any size.
      self.tasks = Self.flattened(tasks)
      self.depth = 1
    }
  }

  var effects: [EffectDescription] { tasks.compactMap(\.effect) }

  private static var deepest: Int { 100 }

  /// The parts in their order, with those of merges without options in the place of these.
  private static func flattened(
    _ tasks: [ActionTask<Action, State>]
  ) -> [ActionTask<Action, State>] {
    var flat: [ActionTask<Action, State>] = []
    var pending = Array(tasks.reversed())
    while let task = pending.popLast() {
      if let merge = task.plainMerge as? TaskParts {
        pending += merge.tasks.reversed()
      } else {
        flat.append(task)
      }
    }
    return flat
  }
}

extension ActionTask {
  /// The parts, if this is a merge that is no more than its parts.
  fileprivate var plainMerge: (any EffectParts)? {
    guard case .effect(let effect) = content, effect.name == nil,
      effect.options.isEmpty, case .merge(let parts) = effect.kind
    else { return nil }
    return parts
  }
}
