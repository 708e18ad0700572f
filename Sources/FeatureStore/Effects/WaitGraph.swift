import StateCore

/// The waits of handlers and effects for actions, to detect those that would never end.
///
/// An action ends after its handler, its effects, and the actions that these sent. A queued handler begins after the
/// one that its store runs, and an effect in a lane begins after the earlier work there. A handler or an effect that
/// waits ends after the awaited action. A wait would never end if its action depends on the waiter, through any number
/// of other waits. All other work is assumed to end.
///
/// Such a wait is detected when it begins or, if its action depends on the waiter only later, when something begins to
/// wait in a queue or a lane.
struct WaitGraph {
  struct Action: Sendable {
    let work: RunningWork
    let end: AwaitedEnd
  }

  struct Waiter: Sendable {
    let work: RunningWork
    let node: BlockedWork
  }

  private static let shared = Locked(WaitGraph())
  /// The waits in the order in which they began.
  private var waits: [PendingWait] = []

  /// Waits for an action.
  ///
  /// - Returns: `false` if the wait would never end.
  static func wait(_ waiter: Waiter, for awaited: Action) async -> Bool {
    let wait = PendingWait(waiter, awaited)
    let hasEnded = await withUnsafeContinuation { continuation in
      wait.setContinuation(continuation)
      guard enter(wait) else { return wait.end(false) }
      if !awaited.work.notify(of: awaited.end, { wait.end(true) }) { wait.end(true) }
    }
    shared.withLock { graph in graph.waits.removeAll { $0 === wait } }
    return hasEnded
  }

  private static func enter(_ wait: PendingWait) -> Bool {
    shared.withLock { graph in
      graph.waits.append(wait)
      return !hopeless(graph.waits).contains { $0 === wait }
    }
  }

  /// Ends the waits that would never end, now that an action or an effect waits for its turn.
  static func recheck() {
    for wait in shared.withLock({ $0.removeHopeless() }) { wait.end(false) }
  }

  private mutating func removeHopeless() -> [PendingWait] {
    var removed: [PendingWait] = []
    while !waits.isEmpty {
      let hopeless = Self.hopeless(waits)
      guard let last = hopeless.last else { break }
      // Choose a wait that depends on itself, not one that only depends on such waits.
      let victim = hopeless.last { wait in
        let others = waits.filter { $0 !== wait }
        return wait.canEnd(while: Self.hopeless(others))
      }
      let next = victim ?? last
      waits.removeAll { $0 === next }
      removed.append(next)
    }
    return removed
  }

  /// Returns the waits that would never end, in the order in which they began.
  private static func hopeless(_ waits: [PendingWait]) -> [PendingWait] {
    var rest = waits
    while true {
      let left = rest.filter { !$0.canEnd(while: rest) }
      if left.count == rest.count { return rest }
      rest = left
    }
  }
}

/// A wait that is registered in the graph.
private final class PendingWait: Sendable {
  private let waiter: WaitGraph.Waiter
  private let awaited: WaitGraph.Action
  private let continuation = Locked<UnsafeContinuation<Bool, Never>?>(nil)

  init(_ waiter: WaitGraph.Waiter, _ awaited: WaitGraph.Action) {
    self.waiter = waiter
    self.awaited = awaited
  }

  func setContinuation(_ continuation: UnsafeContinuation<Bool, Never>) {
    self.continuation.withLock { $0 = continuation }
  }

  /// Ends the wait; only the first call has an effect.
  func end(_ hasEnded: Bool) {
    continuation.withLock { $0.take() }?.resume(returning: hasEnded)
  }

  /// Returns whether the awaited end is possible while others wait.
  func canEnd(while others: [PendingWait]) -> Bool {
    let blocked = others.filter { $0.waiter.work === awaited.work }.map(\.waiter.node)
    return awaited.work.canEnd([awaited.end], while: blocked) == [true]
  }
}

extension EffectContext {
  /// The handler or effect, if it is still running.
  var waiter: WaitGraph.Waiter? {
    guard isRun, !hasEnded else { return nil }
    return WaitGraph.Waiter(work: work, node: BlockedWork(node, isHandler: isHandler))
  }

  /// Whether the handler or the effect has ended.
  var hasEnded: Bool {
    isHandler ? work.isHandled(action) : work.isCancelled(node) == nil
  }
}
