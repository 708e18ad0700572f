import ScreenStateKit
import StateTestSupport
import StateTesting

@Observable @MainActor
final class StepState: ScreenState, StateUpdatable, SnapshotState {
  var shown: [Int] = []

  static let snapshotFields = SnapshotFields<StepState> { SnapshotField("shown", \.shown) }
}

/// A store whose actions report their steps and end when the test ends them.
actor StepStore: ScreenStore {
  struct Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding, LoggableAction {
    let id: Int
    var lane = "lane"
    var executionPolicy = ExecutionPolicy.dropWhileRunning
    var canTrackLoading = true
    /// Whether the work continues after it was cancelled.
    var ignoresCancellation = false
    /// Whether each attempt waits for a separate end.
    var hasGatePerAttempt = false

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
  private nonisolated let priorities = LockIsolated<[Int: TaskPriority]>([:])
  /// The actions that actions receive when they end, and their handles.
  private nonisolated let nextActions = LockIsolated<[Int: Action]>([:])
  private nonisolated let sent = LockIsolated<[Int: AnyTask]>([:])

  init(clock: any Clock<Duration> = ContinuousClock()) {
    binding = ScreenBinding(clock: clock)
    (steps, report) = AsyncStream.makeStream()
  }

  /// Ends an action, with or without an error.
  nonisolated func end(_ id: Int, throwing error: (any Error)? = nil) {
    if let error { failures.withValue { $0[id] = error } }
    gate(id).open()
  }

  /// Makes an action receive another one when it ends without an error.
  nonisolated func send(_ action: Action, from id: Int) {
    nextActions.withValue { $0[id] = action }
  }

  /// Returns the handles of the actions that other actions have received, once.
  nonisolated func takeSent() -> [Int: AnyTask] {
    sent.withValue { sent in
      defer { sent = [:] }
      return sent
    }
  }

  /// Returns the priority with which an action ran.
  nonisolated func priority(of id: Int) -> TaskPriority? {
    priorities.value[id]
  }

  func perform(_ action: Action) async throws {
    priorities.withValue { $0[action.id] = Task.basePriority }
    report.yield(.began(action.id))
    if action.ignoresCancellation {
      await gate(action.id).waitWhateverHappens()
    } else {
      await gate(action.id).wait()
    }
    if action.hasGatePerAttempt { gates.withValue { $0[action.id] = nil } }
    if Task.isCancelled {
      report.yield(.cancelled(action.id))
      if !action.ignoresCancellation { throw CancellationError() }
    }
    if let error = takeFailure(of: action) { throw error }
    try await updateState { $0.shown.append(action.id) }
    if let next = nextActions.withValue({ $0.removeValue(forKey: action.id) }) {
      let handle: AnyTask = receive(action: next)
      sent.withValue { $0[next.id] = handle }
    }
    report.yield(.ended(action.id))
  }

  private func takeFailure(of action: Action) -> (any Error)? {
    failures.withValue { failures in
      defer { if action.hasGatePerAttempt { failures[action.id] = nil } }
      return failures[action.id]
    }
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
