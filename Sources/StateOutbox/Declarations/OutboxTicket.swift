public import Foundation
import StateCore

/// The receipt for a change, whose answer can be awaited while the process lives.
public struct OutboxTicket<Change: OutboxChange>: Sendable {
  /// The key under which the change is sent.
  ///
  /// If the change became part of an earlier one, it is the key of that one.
  public let key: UUID
  let wait: OutboxWait<Change.Answer>

  /// The answer of the server, as soon as there is one.
  ///
  /// Cancelling the caller ends only its wait.
  ///
  /// - Throws: The error of the server for a rejected change, an `OutboxError` for one that ended otherwise, or a
  ///   `CancellationError` if the caller was cancelled.
  public var answer: Change.Answer {
    get async throws { try await wait.result().get() }
  }
}

/// The waits for the end of a change, whose type of answer isn't known.
@MainActor
protocol OutboxWaiting: AnyObject, Sendable {
  func end(_ result: Result<any Sendable, any Error>)
}

/// The waits for an answer.
@MainActor
final class OutboxWait<Answer: Sendable>: OutboxWaiting {
  private var result: Result<Answer, any Error>?
  private var waiters: [Int: TimerContinuation<Result<Answer, any Error>>] = [:]
  private var lastWaiter = 0

  nonisolated init() {}

  /// Whether the server surely doesn't have the change, and will not get it without a decision.
  var mayBeRepeated: Bool {
    guard case .failure(let error) = result else { return false }
    return (error as? OutboxError)?.code != .unknownOutcome
  }

  func end(_ result: Result<any Sendable, any Error>) {
    guard self.result == nil else { return }
    let result = result.flatMap { answer in
      (answer as? Answer).map { .success($0) } ?? .failure(CancellationError())
    }
    self.result = result
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter.resume(returning: result) }
  }

  func result() async -> Result<Answer, any Error> {
    lastWaiter += 1
    let number = lastWaiter
    return await withTimerContinuation { continuation in
      if let result {
        continuation.resume(returning: result)
      } else if Task.isCancelled {
        continuation.resume(returning: .failure(CancellationError()))
      } else {
        waiters[number] = continuation
      }
    } onCancel: {
      MainThread.run { self.cancel(number) }
    }
  }

  private func cancel(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume(returning: .failure(CancellationError()))
  }
}
