/// A reference through which the ledger of running work cancels, begins, drops, or resumes something.
///
/// Unlike a `CheckedContinuation`, its size is known at compile time, so that copying it needs no runtime call. The
/// ledger returns each signal once.
package enum WorkSignal: Sendable {
  case task(Task<Void, Never>)
  case call(@Sendable () -> Void)
  /// Suspended work. It receives `true` if its turn has come.
  case turn(TimerContinuation<Bool>)
  /// A composition that waits for its parts. It receives `true` if none of them was dropped or replaced.
  case parts(UnsafeContinuation<Bool, Never>)
  case waiter(UnsafeContinuation<Void, Never>)
  case submission(any SubmittedWork)

  func cancel() {
    switch self {
    case .task(let task): task.cancel()
    case .call(let call): call()
    case .submission(let work): work.cancel()
    case .turn, .parts, .waiter: break
    }
  }

  func begin() {
    switch self {
    case .turn(let continuation): continuation.resume(returning: true)
    case .submission(let work): work.begin()
    case .task, .call, .parts, .waiter: break
    }
  }

  func drop() {
    switch self {
    case .turn(let continuation): continuation.resume(returning: false)
    case .submission(let work): work.drop()
    case .task, .call, .parts, .waiter: break
    }
  }

  func resume(isComplete: Bool) {
    switch self {
    case .parts(let continuation): continuation.resume(returning: isComplete)
    case .waiter(let continuation): continuation.resume()
    case .call(let call): call()
    case .task, .turn, .submission: break
    }
  }
}

/// Submitted work that is notified of later changes.
///
/// Each method is called at most once.
package protocol SubmittedWork: AnyObject, Sendable {
  /// The work may begin.
  ///
  /// This is called under the ledger's lock, in the order in which the work is to begin. The other methods are called
  /// outside of it, where two threads may overtake each other.
  func grant()
  /// The work waited, and its turn has come.
  func begin()
  func cancel()
  /// The work waited, and will never begin.
  func drop()
}
