/// A reference by which the ledger of running work cancels, begins, drops or wakes.
///
/// Its size is known at compile time, unlike that of a `CheckedContinuation`, so that it is copied without
/// the help of the runtime. The ledger gives each signal back once.
package enum WorkSignal: Sendable {
  case task(Task<Void, Never>)
  case call(@Sendable () -> Void)
  /// Suspended work; it gets whether its turn has come.
  case turn(TimerContinuation<Bool>)
  /// A composition that waits for its parts; it gets whether none was dropped or replaced.
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

/// Work that is called when something happens to it after it was submitted; each method once at most,
/// and never under a lock.
package protocol SubmittedWork: AnyObject, Sendable {
  /// It waited, and has its turn.
  func begin()
  func cancel()
  /// It waited, and will never begin.
  func drop()
}
