extension EffectPlan {
  /// The rules of a leaf that hold in any order of the effects.
  struct Leaf {
    var number = 0
    /// The ids by which a cancel reaches it while it runs.
    var ids: Set<Int> = []
    /// The maximum number of times that it begins.
    var attempts = 1
    /// The priority of the enclosing compositions, or its own.
    ///
    /// Without one, it inherits its sender's.
    var priority: TaskPriority?
  }

  var leaves: [Leaf] {
    var leaves: [Leaf] = []
    collectLeaves(in: Leaf(), &leaves)
    return leaves
  }

  private func collectLeaves(in around: Leaf, _ leaves: inout [Leaf]) {
    let plan = simplified
    var leaf = around
    if let id = plan.entry?.id { leaf.ids.insert(id) }
    leaf.priority = leaf.priority ?? plan.priority
    switch plan.kind {
    case .leaf(let number, _):
      leaf.number = number
      leaves.append(leaf)
    case .merge(let parts), .concatenate(let parts):
      for part in parts { part.collectLeaves(in: leaf, &leaves) }
    case .retry(let part, let attempts, _):
      leaf.attempts *= attempts
      part.collectLeaves(in: leaf, &leaves)
    case .timeout(let part, _), .scheduled(let part, _, _), .delayed(let part, _):
      part.collectLeaves(in: leaf, &leaves)
    case .cancel, .every, .send, .grouped: break
    }
  }
}
