/// The rules of beginnings and ends in a tree, without stores.
@MainActor
final class ReferenceLife {
  let node: LifeNode
  private let depth: Int
  private var children: [ReferenceLife] = []

  /// Creates the root, which begins, or a child.
  init(_ node: LifeNode, depth: Int) {
    self.node = node
    self.depth = depth
  }

  /// The begun nodes, parents before children.
  var all: [ReferenceLife] { [self] + children.flatMap(\.all) }

  /// The changes that lead from the last check to the current tree.
  struct Changes {
    /// The begun nodes, each with its parent, and those of each parent in their order.
    var begun: [(node: Int, parent: Int)] = []
    /// The ended nodes, each with its parent.
    var ended: [(node: Int, parent: Int)] = []
  }

  func update() -> Changes {
    var changes = Changes()
    update(&changes)
    return changes
  }

  private func update(_ changes: inout Changes) {
    // A leaf declares no children.
    let present = depth == 0 ? [] : node.children
    for child in children where !present.contains(where: { $0 === child.node }) {
      child.end(below: node.number, &changes)
    }
    let known = children
    children = present.map { node in
      if let child = known.first(where: { $0.node === node }) { return child }
      changes.begun.append((node.number, self.node.number))
      return ReferenceLife(node, depth: depth - 1)
    }
    for child in children { child.update(&changes) }
  }

  private func end(below parent: Int, _ changes: inout Changes) {
    for child in children { child.end(below: node.number, &changes) }
    changes.ended.append((node.number, parent))
  }

  /// Returns what is wrong with the events of an operation, if anything is.
  static func problem(in events: [LifeLog.Event], _ changes: Changes) -> String? {
    let expected =
      changes.begun.map { LifeLog.Event.began($0.node) }
      + changes.ended.map { LifeLog.Event.ended($0.node) }
    guard expected.count == events.count, expected.allSatisfy(events.contains) else {
      return "\(events), not \(expected) in some order"
    }
    func place(_ event: LifeLog.Event) -> Int? { events.firstIndex(of: event) }
    for (index, child) in changes.begun.enumerated() {
      guard let own = place(.began(child.node)) else { continue }
      if let parent = place(.began(child.parent)), parent > own { return "\(events): parent late" }
      for next in changes.begun[(index + 1)...] where next.parent == child.parent {
        if let other = place(.began(next.node)), other < own { return "\(events): wrong order" }
      }
      for ended in changes.ended where ended.parent == child.parent {
        if let end = place(.ended(ended.node)), end > own {
          return "\(events): begun before an end"
        }
      }
    }
    for child in changes.ended {
      guard let own = place(.ended(child.node)) else { continue }
      if let parent = place(.ended(child.parent)), parent < own { return "\(events): parent early" }
    }
    return nil
  }
}
