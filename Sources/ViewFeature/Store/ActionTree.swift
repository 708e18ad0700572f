/// The rules of an action's completion: it is done when its handler, its effects and all actions that
/// these sent are done, and cancelling it cancels all of them.
///
/// Only actions that something has to wait for are entered. An action that nobody looks at and that
/// only waits for others is dissolved, its children moving to its parent, so that an effect that
/// sends an action that starts an effect, and so on, takes up no more and more memory.
struct ActionTree {
  typealias ID = Int
  typealias Waiter = @Sendable () -> Void

  private struct Node {
    var parent: ID?
    var children: Set<ID> = []
    /// Running parts: the handler while it is queued or runs, and effects.
    var work = 1
    var isQueued: Bool
    var isHandled = false
    var handles = 0
    var isCancelled = false
    /// What has to happen before the action counts as done; ends with `endWork`.
    var finisher: Waiter?
    var completionWaiters: [Waiter] = []
    var handledWaiters: [Waiter] = []

    var isDone: Bool { work == 0 && children.isEmpty }
    var isWatched: Bool {
      handles > 0 || finisher != nil || !completionWaiters.isEmpty || !handledWaiters.isEmpty
    }
  }

  private var nodes: [ID: Node] = [:]

  var count: Int { nodes.count }

  /// Enters an action whose handler waits in the queue or is running.
  ///
  /// When nothing else is left to do, `finisher` is among those that are to be told, before all
  /// others; it counts as work until `endWork` is called for it.
  mutating func insert(_ id: ID, parent: ID?, isQueued: Bool, finisher: Waiter? = nil) {
    var node = Node(isQueued: isQueued, finisher: finisher)
    if let parent, nodes[parent] != nil {
      node.parent = parent
      node.isCancelled = nodes[parent]?.isCancelled == true
      nodes[parent]?.children.insert(id)
    }
    nodes[id] = node
  }

  func isCancelled(_ id: ID) -> Bool {
    nodes[id]?.isCancelled == true
  }

  func isHandled(_ id: ID) -> Bool {
    nodes[id]?.isHandled != false
  }

  func isDone(_ id: ID) -> Bool {
    nodes[id]?.isDone != false
  }

  /// Takes a queued action out of the queue.
  ///
  /// `false`: it was cancelled there and is not to be run.
  mutating func dequeue(_ id: ID) -> Bool {
    guard let node = nodes[id], node.isQueued else { return false }
    nodes[id]?.isQueued = false
    return true
  }

  /// Notes that an effect begins.
  ///
  /// `false`: the action was cancelled, and nothing is noted.
  mutating func beginWork(_ id: ID) -> Bool {
    if isCancelled(id) { return false }
    nodes[id]?.work += 1
    return true
  }

  /// Notes that an effect has ended.
  ///
  /// Answers who is to be told.
  mutating func endWork(_ id: ID) -> [Waiter] {
    nodes[id]?.work -= 1
    return settle(id)
  }

  /// Notes that the handler has ended.
  ///
  /// Answers who is to be told.
  mutating func endHandler(_ id: ID) -> [Waiter] {
    guard var node = nodes[id], !node.isHandled else { return [] }
    node.isHandled = true
    node.isQueued = false
    node.work -= 1
    let waiters = node.handledWaiters
    node.handledWaiters = []
    nodes[id] = node
    return waiters + settle(id)
  }

  /// Marks an action and all that it caused as cancelled, and drops those that are still queued.
  ///
  /// - Returns: The actions whose effects are to be cancelled, and who is to be told.
  mutating func cancel(_ id: ID) -> (cancelled: [ID], waiters: [Waiter]) {
    var cancelled: [ID] = []
    var pending = [id]
    while let next = pending.popLast() {
      guard let node = nodes[next] else { continue }
      nodes[next]?.isCancelled = true
      cancelled.append(next)
      pending.append(contentsOf: node.children)
    }
    return (cancelled, dropQueued(among: cancelled))
  }

  /// The store is gone: marks all actions as cancelled and drops those that are still queued.
  mutating func cancelAll() -> (cancelled: [ID], waiters: [Waiter]) {
    let all = Array(nodes.keys)
    for id in all { nodes[id]?.isCancelled = true }
    return (all, dropQueued(among: all))
  }

  /// Notes that somebody outside looks at the action.
  mutating func takeHandle(_ id: ID) {
    nodes[id]?.handles += 1
  }

  mutating func dropHandle(_ id: ID) {
    nodes[id]?.handles -= 1
    _ = settle(id)
  }

  /// Enters a waiter for the end of an action.
  ///
  /// `false`: it is done already.
  mutating func waitForCompletion(of id: ID, _ waiter: @escaping Waiter) -> Bool {
    guard !isDone(id) else { return false }
    nodes[id]?.completionWaiters.append(waiter)
    return true
  }

  /// Enters a waiter for the end of an action's handler.
  ///
  /// `false`: it has ended already.
  mutating func waitForHandler(of id: ID, _ waiter: @escaping Waiter) -> Bool {
    guard !isHandled(id) else { return false }
    nodes[id]?.handledWaiters.append(waiter)
    return true
  }

  private mutating func dropQueued(among ids: [ID]) -> [Waiter] {
    ids.filter { nodes[$0]?.isQueued == true }.flatMap { endHandler($0) }
  }

  /// Removes an action that is done, and then its parents if that was all that they waited for;
  /// dissolves one that only waits and that nobody looks at.
  private mutating func settle(_ id: ID) -> [Waiter] {
    var waiters: [Waiter] = []
    var next: ID? = id
    while let id = next, var node = nodes[id] {
      next = nil
      if node.isDone, let finisher = node.finisher {
        node.finisher = nil
        node.work += 1
        nodes[id] = node
        waiters.append(finisher)
      } else if node.isDone {
        waiters += node.completionWaiters
        node.completionWaiters = []
        if let parent = node.parent {
          nodes[parent]?.children.remove(id)
          node.parent = nil
          next = parent
        }
        nodes[id] = node.handles > 0 ? node : nil
      } else if node.work == 0, !node.isWatched {
        dissolve(id, node)
      }
    }
    return waiters
  }

  private mutating func dissolve(_ id: ID, _ node: Node) {
    for child in node.children { nodes[child]?.parent = node.parent }
    if let parent = node.parent {
      nodes[parent]?.children.remove(id)
      nodes[parent]?.children.formUnion(node.children)
    }
    nodes[id] = nil
  }
}
