/// A synchronous path through the toolkit that has a budget.
struct Probe: Sendable {
  /// Runs the path that many times.
  typealias Path = @MainActor (_ repetitions: Int) -> Void

  let name: String
  let makePath: @MainActor @Sendable () -> Path

  static let all = [
    send, lockedSend, sendThroughMiddleware, locker, registry, fullRegistry, stream,
    stateWrite, screenState,
  ]
}
