/// The ledger's means to cancel, begin, drop or wake work.
package enum WorkSignal: Sendable {
  case task(Task<Void, Never>)
  case call(@Sendable () -> Void)
  /// Suspended work, which learns whether its turn has come.
  case turn(CheckedContinuation<Bool, Never>)
  /// A composition that waits for its parts; it learns whether none was dropped or replaced.
  case parts(CheckedContinuation<Bool, Never>)
  case waiter(CheckedContinuation<Void, Never>)
  case submission(WorkScheduler.Work)

  func cancel() {
    switch self {
    case .task(let task): task.cancel()
    case .call(let call): call()
    case .submission(let work): work.cancel()
    case .turn, .parts, .waiter: break
    }
  }

  func begin(_ id: WorkLedger<WorkSignal>.ID) {
    switch self {
    case .turn(let continuation): continuation.resume(returning: true)
    case .submission(let work): work.start(id)
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
