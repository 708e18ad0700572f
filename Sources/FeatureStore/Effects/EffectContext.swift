import StateCore

/// One run of an effect or of an asynchronous handler, and the action that it belongs to.
///
/// Tasks and their descendants can keep it indefinitely, so it holds nothing of the run after the run's end.
final class EffectContext: StoreContext {
  /// A function that does the work, and returns a result for the function that has started the run.
  typealias Operation = @MainActor (_ run: EffectContext) async -> Bool

  /// The run of the current task.
  static var current: EffectContext? { run(of: StoreContexts.current) }

  /// Returns the run that a context is part of.
  static func run(of context: (any StoreContext)?) -> EffectContext? {
    // This style alone has runs.
    context?.run.map { unsafeDowncast($0, to: EffectContext.self) }
  }

  /// Runs code, and the tasks that it starts, in the run.
  func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    try StoreContexts.$current.withValue(self) { try body() }
  }

  let store: WeakStore
  var environment: StoreEnvironment { store.environment }
  var owner: (any Any.Type)? { store.feature }
  var run: (any StoreContext)? { self }
  @MainActor var sender: ContextSender? {
    ContextSender(
      store: store.id,
      number: node.number,
      isHandler: isHandler || node == action
    )
  }
  let work: RunningWork
  /// The effect, or the action of the handler.
  let node: WorkID
  let action: WorkID
  let isHandler: Bool
  /// Whether the node ends after the code that has the context.
  ///
  /// A handler that doesn't suspend ends before a task that it creates can wait.
  let isRun: Bool
  @MainActor private var operation: Operation?
  /// The only operation of the effect, instead of `operation`.
  @MainActor private var single: SingleOperation?
  @MainActor private var hasEndedCancelled = false
  /// Whether the run waits until the actions that it has sent have left the queue.
  private let followsSent: Bool
  /// The last sent action that waits in the queue.
  @MainActor private var lastSent: SentAction?

  init(
    store: WeakStore,
    work: RunningWork,
    node: WorkID,
    action: WorkID,
    isHandler: Bool = false,
    isRun: Bool = false,
    followsSent: Bool = false,
    _ operation: Operation? = nil
  ) {
    self.store = store
    self.work = work
    self.node = node
    self.action = action
    self.isHandler = isHandler
    self.isRun = isRun || operation != nil
    self.operation = operation
    self.followsSent = followsSent
    single = nil
  }

  /// Creates the run of an effect that is a single operation.
  init(
    store: WeakStore,
    work: RunningWork,
    node: WorkID,
    action: WorkID,
    _ single: consuming SingleOperation
  ) {
    self.store = store
    self.work = work
    self.node = node
    self.action = action
    isHandler = false
    isRun = true
    operation = nil
    followsSent = false
    self.single = single
  }

  /// Records an action of the run that waits in the queue.
  @MainActor
  func note(_ sent: SentAction) {
    if followsSent { lastSent = sent }
  }

  /// Waits until the actions of the run have left the queue.
  @MainActor
  func waitForSent() async {
    while let sent = lastSent {
      lastSent = nil
      await sent.handled
    }
  }

  /// Whether the work of the current task, or anything that contains it, was cancelled.
  ///
  /// `Task.isCancelled` alone may be late: if two threads cancel the same work, the second call returns while the first
  /// one still cancels the tasks.
  @MainActor
  static var isCurrentCancelled: Bool {
    Task.isCancelled || current?.isCancelled == true
  }

  /// Whether the ledger has cancelled the effect, or the action of the handler, and it hasn't ended.
  var isCancelledInLedger: Bool { work.isCancelled(node) == true }

  /// Whether the effect, or the action of the handler, was cancelled; also valid after its end.
  @MainActor
  var isCancelled: Bool {
    work.isCancelled(node) ?? (hasEndedCancelled || Task.isCancelled)
  }

  /// Records how the run has ended.
  @MainActor
  func end(isCancelled: Bool) {
    hasEndedCancelled = isCancelled
  }

  /// Returns the operation of the run and releases it.
  ///
  /// A caller that immediately calls the operation holds nothing of the run when that call returns.
  @MainActor
  func takeOperation() -> Operation {
    guard let operation else { return { _ in true } }
    // `take` isn't used, because a closure that passes through a generic function gets wrapped.
    self.operation = nil
    return operation
  }

  /// Returns the only operation of the effect and releases it.
  @MainActor
  func takeSingle() -> SingleOperation? { single.take() }
}
