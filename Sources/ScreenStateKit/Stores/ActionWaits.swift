import Logging
import StateCore
import StateFields

/// The waits of actions of the screen style for other actions, to detect an endless wait before it begins.
///
/// An action that waits ends after all the actions it waits for. An action that has not begun ends after as many of the
/// other actions in its lane as its policy requires.
struct ActionWaits {
  private struct Edge {
    let waiter: ActionRun
    let awaited: ActionRun
  }

  /// An examined run, with the runs that must end before it.
  private struct Step {
    let run: ActionRun
    var others: [Int] = []
    /// The number of others that may remain when the run continues.
    var allowance = 0
    var mayEnd = false
  }

  private static let shared = Locked(ActionWaits())
  private var edges: [Int: Edge] = [:]
  private var lastID = 0

  /// Registers a wait of the calling task for the end of an action, before it begins.
  ///
  /// The wait ends when one of the two actions ends.
  ///
  /// - Throws: An `EndlessWait` if the calling task does the work of an action that the awaited one may have to wait
  ///   for.
  static func enter(for awaited: ActionRun) throws {
    guard let waiter = ActionRun.current, !waiter.hasEnded, !awaited.hasEnded else { return }
    guard begin(waiter, for: awaited) != nil else {
      logger.error(
        """
        An action waits for an action that may in turn wait for it. The wait was cancelled: call \
        send without waiting, or wait in a detached task
        """,
        metadata: [
          "store": "\(waiter.store)", "action": "\(describeForLog(waiter.action))",
          "awaited store": "\(awaited.store)",
          "awaited action": "\(describeForLog(awaited.action))",
        ]
      )
      throw EndlessWait()
    }
    // Either may have ended since the check above.
    for run in [waiter, awaited] where run.hasEnded { endWaits(of: run) }
  }

  /// Removes the waits for an action, and its own waits.
  static func endWaits(of run: ActionRun) {
    let ended = shared.withLock { waits -> [Edge] in
      if waits.edges.isEmpty { return [] }
      let ended = waits.edges.filter { $0.value.waiter === run || $0.value.awaited === run }
      for id in ended.keys { waits.edges[id] = nil }
      return Array(ended.values)
    }
    withExtendedLifetime(ended) {}
  }

  /// Registers a wait, or returns `nil` if it would never end.
  static func begin(_ waiter: ActionRun, for awaited: ActionRun) -> Int? {
    for run in [waiter, awaited] { run.beNamedByWaits() }
    return shared.withLock { waits in
      waits.lastID += 1
      waits.edges[waits.lastID] = Edge(waiter: waiter, awaited: awaited)
      if waits.mayEnd(awaited) { return waits.lastID }
      waits.edges[waits.lastID] = nil
      return nil
    }
  }

  static func end(_ wait: Int) {
    let edge = shared.withLock { $0.edges.removeValue(forKey: wait) }
    withExtendedLifetime(edge) {}
  }

  private func mayEnd(_ awaited: ActionRun) -> Bool {
    var steps: [Step] = []
    _ = add(awaited, to: &steps)
    // Propagate from the runs that end without the others to those that can then continue.
    var hasChanged = true
    while hasChanged, !steps[0].mayEnd {
      hasChanged = false
      for index in steps.indices where !steps[index].mayEnd {
        let left = steps[index].others.count { !steps[$0].mayEnd }
        guard left <= steps[index].allowance else { continue }
        steps[index].mayEnd = true
        hasChanged = true
      }
    }
    return steps[0].mayEnd
  }

  /// Adds a run, and all runs that its end depends on; returns its index.
  private func add(_ first: ActionRun, to steps: inout [Step]) -> Int {
    var pending = [first]
    func index(of run: ActionRun) -> Int {
      if let known = steps.firstIndex(where: { $0.run === run }) { return known }
      steps.append(Step(run: run))
      pending.append(run)
      return steps.count - 1
    }
    pending = []
    _ = index(of: first)
    while let run = pending.popLast() {
      let own = index(of: run)
      if run.hasEnded { continue }
      let entry = run.entry
      switch entry.map({ $0.work.progress(of: $0.id) }) ?? .runs {
      case .hasEnded: break
      case .runs:
        let awaited = edges.values.filter { $0.waiter === run }
        steps[own].others = awaited.map { index(of: $0.awaited) }
      case .waits(let others, let limit):
        // Runs that wait for nothing end without the others.
        let stopped = others.compactMap { waiter($0, in: entry) }
        steps[own].others = stopped.map { index(of: $0) }
        steps[own].allowance = limit - 1
      }
    }
    return 0
  }

  private func waiter(_ id: WorkID, in entry: ActionRun.Entry?) -> ActionRun? {
    edges.values.lazy.map(\.waiter).first { waiter in
      waiter.entry.map { $0.work === entry?.work && $0.id == id } ?? false
    }
  }
}
