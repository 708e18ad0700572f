#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore

/// Runs `operation`, and cancels it if it hasn't ended after `duration`.
///
/// The operation never outlives the call: after cancelling, this function waits for it to end, so an operation that
/// ignores cancellation delays the error. A result or error after the time limit is dropped. Cancelling the caller
/// cancels the operation, whose value or error is then the result.
///
/// - Throws: `TimeoutError` if the time limit expired, or the operation's own error.
nonisolated(nonsending) func withTimeout<Value: Sendable>(
  _ duration: Duration,
  clock: some Clock<Duration>,
  operation: @escaping @Sendable @isolated(any) () async throws -> Value
) async throws -> Value {
  let deadline = clock.deadline(after: duration)
  return try await withTimeout(duration, until: deadline, operation: operation)
}

/// Runs `operation` like `withTimeout(_:clock:operation:)`, but with a limit that ends at `deadline`.
nonisolated(nonsending) func withTimeout<Value: Sendable>(
  _ duration: Duration,
  until deadline: Deadline,
  operation: @escaping @Sendable @isolated(any) () async throws -> Value
) async throws -> Value {
  let result = await withTaskGroup(of: TimeoutStep<Value>.self) { group in
    group.addTask {
      do {
        return .operationEnded(.success(try await operation()))
      } catch {
        return .operationEnded(.failure(error))
      }
    }
    group.addTask {
      do {
        try await deadline.pause()
        return .timeRanOut
      } catch {
        return .timerStopped
      }
    }

    var isLate = false
    var result = Result<Value, any Error>.failure(TimeoutError(duration: duration))
    for await step in group {
      switch step {
      case .operationEnded(let ownResult):
        if !isLate { result = ownResult }
      case .timeRanOut:
        isLate = true
      case .timerStopped:
        continue
      }
      group.cancelAll()
    }
    return result
  }
  return try result.get()
}

private enum TimeoutStep<Value: Sendable>: Sendable {
  case operationEnded(Result<Value, any Error>)
  case timeRanOut
  case timerStopped
}
#endif
