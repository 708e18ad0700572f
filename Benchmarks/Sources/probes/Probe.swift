/// A path through the toolkit that has a budget.
struct Probe: Sendable {
  /// Runs the path that many times.
  typealias Path = @MainActor (_ repetitions: Int) -> Void
  typealias AsynchronousPath = @MainActor (_ repetitions: Int) async -> Void

  enum Kind: Sendable {
    case synchronous(@MainActor @Sendable () -> Path)
    /// Runs in a simulation: on one thread and always in the same order.
    case simulated(@MainActor @Sendable () async -> AsynchronousPath)
  }

  let name: String
  let kind: Kind

  init(name: String, makePath: @escaping @MainActor @Sendable () -> Path) {
    self.name = name
    kind = .synchronous(makePath)
  }

  init(name: String, makeSimulatedPath: @escaping @MainActor @Sendable () async -> AsynchronousPath)
  {
    self.name = name
    kind = .simulated(makeSimulatedPath)
  }

  static let all = [
    send, sendInFlight, sendOfCaseInFlight, lockedSend, sendThroughMiddleware, locker, registry,
    fullRegistry, stream,
    stateWrite, screenState, environmentRead, historyStep, historyStepOfEleven,
    effect, effectInFlight, merge, concatenation, keyedEffects, screenRun, streamElement,
    bareTask, bareMerge, bareKeyed, bareScreenRun,
  ]
}
