import StateCore

/// A caller that waits, and runs its function when a load needs it.
@MainActor
final class Lender<Content: Sendable> {
  enum Message: Sendable {
    case run(LoanUse<Content>)
    case outcome(RequestOutcome<Content>)
  }

  let policy: RetryPolicy
  var caller: RequestCaller?
  var watch: RequestWatch?
  /// Ends the interest of the caller.
  var leave: (@MainActor @Sendable () -> Void)?
  private var messages: [Message] = []
  private(set) var hasOutcome = false
  private var waiter: TimerContinuation<Message>?
  /// The number of runs that haven't ended.
  private var runCount = 0
  private var endWaiter: TimerContinuation<Void>?

  init(policy: RetryPolicy) {
    self.policy = policy
  }

  func post(_ message: Message) {
    if case .outcome = message { hasOutcome = true }
    if let waiter = waiter.take() {
      waiter.resume(returning: message)
    } else {
      messages.append(message)
    }
  }

  private func next() async -> Message {
    if !messages.isEmpty { return messages.removeFirst() }
    return await withTimerContinuation { waiter = $0 }
  }

  /// Runs the function of the caller for a load.
  ///
  /// A cancellation cancels the function, and this returns when the function has ended.
  func run() async throws -> Content {
    let use = LoanUse<Content>()
    let result: Result<Content, any Error> = await withTimerContinuation { continuation in
      // A caller that has its outcome runs nothing.
      guard !hasOutcome else {
        return continuation.resume(returning: .failure(CancellationError()))
      }
      runCount += 1
      use.receive = { [self] result, isCallerCancelled in
        // The cancellation of the caller's task may be late.
        if isCallerCancelled, !hasOutcome { leave?() }
        runCount -= 1
        if runCount == 0 { endWaiter.take()?.resume(returning: ()) }
        continuation.resume(returning: result)
      }
      post(.run(use))
    } onCancel: {
      MainThread.run { use.cancel() }
    }
    return try result.get()
  }

  /// Runs the function when a load needs it, until the caller has its outcome and the function has ended.
  func serve(
    _ loan: Loan<Content>,
    isolation: isolated (any Actor)?
  ) async -> RequestOutcome<Content> {
    while true {
      switch await next() {
      case .run(let use): await use.begin(loan, isolation: isolation)
      case .outcome(let outcome):
        await awaitEndOfRuns()
        return outcome
      }
    }
  }

  private func awaitEndOfRuns() async {
    if runCount > 0 { await withTimerContinuation { endWaiter = $0 } }
  }
}

/// One run of a caller's function.
@MainActor
final class LoanUse<Content: Sendable> {
  var receive:
    (
      @MainActor (_ result: Result<Content, any Error>, _ isCallerCancelled: Bool) -> Void
    )?
  private var task: Task<Void, Never>?
  private var isCancelled = false

  nonisolated init() {}

  func cancel() {
    isCancelled = true
    task?.cancel()
  }

  /// Starts the function in a task with the context of the caller.
  func begin(_ loan: Loan<Content>, isolation: isolated (any Actor)?) async {
    let task = ImmediateTask.start { [self] in
      let result = await loan.run(isolation: isolation)
      await end(result, isCallerCancelled: CurrentWork.isCancelledInLedger)
    }
    await attach(task)
  }

  private func attach(_ task: Task<Void, Never>) {
    self.task = task
    if isCancelled { task.cancel() }
  }

  private func end(_ result: Result<Content, any Error>, isCallerCancelled: Bool) {
    receive.take()?(result, isCallerCancelled)
  }
}

/// A function that runs only while its lender waits.
final class Loan<Content: Sendable>: Sendable {
  private let fetch: Locked<(() async throws -> Content)?>

  init(_ fetch: @escaping () async throws -> Content) {
    self.fetch = Locked(fetch)
  }

  /// Releases the function, because its lender returns.
  func end() {
    fetch.withLock { $0 = nil }
  }

  /// Runs the function on the actor of its lender.
  func run(isolation: isolated (any Actor)?) async -> Result<Content, any Error> {
    guard let fetch = fetch.withLock({ Unchecked($0) }).value else {
      return .failure(CancellationError())
    }
    do {
      return .success(try await fetch())
    } catch {
      return .failure(error)
    }
  }
}
