import StateCore
import StateTesting

/// The limits of the paths with tasks: the same tasks without the toolkit.
extension Probe {
  /// A task that gives up its turn once.
  static let bareTask = makeBareProbe(name: "bare-task") {
    await Task { @MainActor in await Task.yield() }.value
  }

  /// Ten tasks, of which the last one is awaited.
  static let bareMerge = makeBareProbe(name: "bare-merge-of-10") {
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<10 { tasks.append(Task { @MainActor in }) }
    await tasks[9].value
  }

  /// Two tasks, of which the first one is cancelled.
  static let bareKeyed = makeBareProbe(name: "bare-keyed-effects") {
    let first = Task { @MainActor in }
    let second = Task { @MainActor in }
    first.cancel()
    await second.value
  }

  /// A task on another actor, from which two tasks go to the main actor.
  static let bareScreenRun = Probe(
    name: "bare-screen-run",
    makeSimulatedPath: {
      let worker = Worker()
      return { repetitions in
        for _ in 0..<repetitions { await worker.receive() }
      }
    }
  )

  private static func makeBareProbe(
    name: String,
    _ work: @escaping @MainActor @Sendable () async -> Void
  ) -> Probe {
    Probe(
      name: name,
      makeSimulatedPath: {
        { repetitions in
          for _ in 0..<repetitions { await work() }
        }
      }
    )
  }
}

private actor Worker {
  func receive() async {
    await Task.immediate { await self.perform() }.value
  }

  private func perform() async {
    Task { @MainActor in }
    await finish()
  }

  @MainActor
  private func finish() {}
}
