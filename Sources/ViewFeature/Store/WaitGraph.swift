import StateEngine

/// The waits for the end of actions from within handlers and effects, in order to find a wait that could
/// never end before it begins.
///
/// An action ends after its handler, its effects and the actions that these sent. A handler that is
/// queued begins after the one that its store has suspended. A handler or an effect that waits ends
/// after what it waits for.
struct WaitGraph {
  struct Action: Sendable {
    let work: RunningWork
    let id: RunningWork.ID

    func isEqual(to other: Action) -> Bool {
      work === other.work && id == other.id
    }

    /// Whether this is `other` or was sent by it.
    func isPart(of other: Action) -> Bool {
      work === other.work && work.isPart(id, of: other.id)
    }
  }

  struct Waiter: Sendable {
    let action: Action
    let isHandler: Bool
    /// The store of a handler.
    let owner: RunningWork.ID
  }

  struct Wait: Sendable {
    fileprivate let id: Int?
  }

  private struct Edge {
    let waiter: Waiter
    let awaited: Action
  }

  private static let shared = Locked(WaitGraph())
  private var edges: [Int: Edge] = [:]
  private var lastID = 0

  /// Enters a wait; `nil`: it would never end.
  ///
  /// A waiter that is not there any more does not keep anything from ending.
  static func begin(_ waiter: Waiter?, for awaited: Action) -> Wait? {
    guard let waiter else { return Wait(id: nil) }
    return shared.withLock { graph in
      guard !graph.depends(awaited, on: waiter) else { return nil }
      graph.lastID += 1
      graph.edges[graph.lastID] = Edge(waiter: waiter, awaited: awaited)
      return Wait(id: graph.lastID)
    }
  }

  static func end(_ wait: Wait) {
    guard let id = wait.id else { return }
    let edge = shared.withLock { $0.edges.removeValue(forKey: id) }
    withExtendedLifetime(edge) {}
  }

  /// Whether an action's end may have to wait for that of the waiter.
  private func depends(_ awaited: Action, on waiter: Waiter) -> Bool {
    // An effect of the action may send to a store whose handler waits, now or later.
    if waiter.isHandler, awaited.work === waiter.action.work,
      awaited.work.isPart(awaited.id, of: waiter.owner)
    {
      return true
    }
    var pending = [awaited]
    var seen: [Action] = []
    while let next = pending.popLast() {
      if seen.contains(where: { $0.isEqual(to: next) }) { continue }
      seen.append(next)
      if waiter.action.isPart(of: next) { return true }
      let handlers = next.work.handlersInTheWay(of: next.id).map { Action(work: next.work, id: $0) }
      if waiter.isHandler, handlers.contains(where: { $0.isEqual(to: waiter.action) }) {
        return true
      }
      for edge in edges.values {
        let isInTheWay =
          edge.waiter.action.isPart(of: next)
          || edge.waiter.isHandler
            && handlers.contains { $0.isEqual(to: edge.waiter.action) }
        if isInTheWay { pending.append(edge.awaited) }
      }
    }
    return false
  }
}

extension EffectContext {
  /// The handler or effect, if it is still running.
  var waiter: WaitGraph.Waiter? {
    let isRunning = isHandler ? !work.isHandled(action) : work.isCancelled(node) != nil
    guard isRunning, let owner = work.owner(of: node) else { return nil }
    return WaitGraph.Waiter(
      action: WaitGraph.Action(work: work, id: action),
      isHandler: isHandler,
      owner: owner
    )
  }
}
