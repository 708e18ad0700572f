import StateCore
import StatePersistence

/// The wait for the end of a write.
@MainActor
final class OutboxWriteWait {
  private var hasEnded = false
  private var error: SavedStateError?
  private var waiter: TimerContinuation<SavedStateError?>?

  func end(_ error: SavedStateError?) {
    (hasEnded, self.error) = (true, error)
    waiter.take()?.resume(returning: error)
  }

  /// Waits until the record is stored.
  func result() async throws(SavedStateError) {
    let failure: SavedStateError? = await withTimerContinuation { continuation in
      if hasEnded { continuation.resume(returning: error) } else { waiter = continuation }
    }
    if let failure { throw failure }
  }
}

/// The wait of a caller for a moment in which nothing is being sent.
@MainActor
final class OutboxIdleWait {
  private var isOver = false
  private var waiter: TimerContinuation<Void>?

  func end() {
    isOver = true
    waiter.take()?.resume(returning: ())
  }

  func wait() async {
    await withTimerContinuation { continuation in
      if isOver { continuation.resume(returning: ()) } else { waiter = continuation }
    } onCancel: {
      MainThread.run { self.end() }
    }
  }
}

/// A running attempt.
struct OutboxAttempt {
  let number: Int
  /// The number of the request.
  let sentAt: Int
  var task: Task<Void, Never>?
  /// Whether the outbox has cancelled it.
  var isCancelled = false
}

/// The end of an attempt.
struct OutboxEnding {
  let change: any OutboxChange
  let result: Result<any Sendable, any Error>
  let aliases: [NumberedAlias]
  /// The number of the request.
  let sentAt: Int?
}
