import FeatureTesting
import StateCore

/// The elements of a sequence, and the waiters for a number of them.
final class StreamRecord<Element: Sendable>: Sendable {
  private struct Wait {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var elements: [Element] = []
    var outcome: Result<Void, any Error>?
    var waits: [Wait] = []
    var lastID = 0

    func isContent(_ count: Int) -> Bool { outcome != nil || elements.count >= count }

    mutating func takeContentWaits() -> [Wait] {
      let all = waits
      waits = all.filter { !isContent($0.count) }
      return all.filter { isContent($0.count) }
    }
  }

  private let state = Locked(State())

  var elements: [Element] { state.withLock { $0.elements } }
  /// The outcome of the sequence; `nil` until it ends.
  var outcome: Result<Void, any Error>? { state.withLock { $0.outcome } }

  func add(_ element: Element) {
    change { $0.elements.append(element) }
  }

  func end(_ outcome: Result<Void, any Error>) {
    change { $0.outcome = outcome }
  }

  /// Returns when there are `count` elements, when the sequence has ended, or when the task is cancelled.
  ///
  /// - Returns: `false` if the timeout has passed first. A wait without a timeout has no limit.
  @discardableResult
  func wait(for count: Int, timeout: Duration? = nil) async -> Bool {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    if state.withLock({ $0.isContent(count) }) { return true }
    let timer = timeout.map { startTimer(for: id, $0) }
    defer { timer?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard !Task.isCancelled, !state.isContent(count) else { return false }
          state.waits.append(Wait(id: id, count: count, continuation: continuation))
          return true
        }
        if !waits { continuation.resume(returning: true) }
      }
    } onCancel: {
      end(wait: id, isInTime: true)
    }
  }

  /// Ends a wait after a timeout.
  private func startTimer(for wait: Int, _ timeout: Duration) -> Task<Void, Never> {
    ImmediateTask.startDetached { @MainActor [self] in
      guard (try? await sleepInMainActorTurns(for: timeout)) != nil else { return }
      end(wait: wait, isInTime: false)
    }
  }

  private func end(wait id: Int, isInTime: Bool) {
    let wait = state.withLock { state -> Wait? in
      guard let index = state.waits.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waits.remove(at: index)
    }
    wait?.continuation.resume(returning: isInTime)
  }

  private func change(_ change: (inout State) -> Void) {
    let waits = state.withLock { state in
      change(&state)
      return state.takeContentWaits()
    }
    for wait in waits { wait.continuation.resume(returning: true) }
  }
}
