import ScreenStateKit
import StateTestSupport
import StateTesting

@Observable @MainActor
final class StepState: ScreenState, StateUpdatable {
  var shown: [Int] = []
}

/// A store whose actions report what becomes of them and end when the test says so.
actor StepStore: ScreenStore {
  struct Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding, LoggableAction {
    let id: Int
    var lane = "lane"
    var executionPolicy = ExecutionPolicy.dropWhileRunning
    var canTrackLoading = true
    /// Whether the work goes on after it was cancelled.
    var ignoresCancellation = false

    var lockKey: AnyHashable { lane }
    var logDescription: String { "step \(id)" }
  }

  enum Step: Hashable, Sendable {
    case began(Int)
    case cancelled(Int)
    case ended(Int)
  }

  nonisolated let binding: ScreenBinding<StepState>
  nonisolated let steps: AsyncStream<Step>
  private nonisolated let report: AsyncStream<Step>.Continuation
  private nonisolated let gates = LockIsolated<[Int: Gate]>([:])
  private nonisolated let failures = LockIsolated<[Int: any Error]>([:])

  init(clock: any Clock<Duration> = ContinuousClock()) {
    binding = ScreenBinding(clock: clock)
    (steps, report) = AsyncStream.makeStream()
  }

  /// Lets an action end, with an error or without.
  nonisolated func end(_ id: Int, throwing error: (any Error)? = nil) {
    if let error { failures.withValue { $0[id] = error } }
    gate(id).open()
  }

  func perform(_ action: Action) async throws {
    report.yield(.began(action.id))
    if action.ignoresCancellation {
      await gate(action.id).waitWhateverHappens()
    } else {
      await gate(action.id).wait()
    }
    if Task.isCancelled {
      report.yield(.cancelled(action.id))
      if !action.ignoresCancellation { throw CancellationError() }
    }
    if let error = failures.withValue({ $0[action.id] }) { throw error }
    try await updateState { $0.shown.append(action.id) }
    report.yield(.ended(action.id))
  }

  private nonisolated func gate(_ id: Int) -> Gate {
    gates.withValue { gates in
      let gate = gates[id] ?? Gate()
      gates[id] = gate
      return gate
    }
  }
}

extension Gate {
  fileprivate func waitWhateverHappens() async {
    await Task.detached { await self.wait() }.value
  }
}
