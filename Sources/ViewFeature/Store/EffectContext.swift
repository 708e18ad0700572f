import StateCore
import StateRecord

/// One run of an effect or of an asynchronous handler, and the action that it belongs to.
///
/// Tasks and their descendants keep it for as long as they like: it holds nothing of the run after its
/// end.
final class EffectContext: Sendable {
  /// Does the work; the function that has started the run takes the result.
  typealias Operation = @MainActor (_ run: EffectContext) async -> Bool

  @TaskLocal static var current: EffectContext?

  let store: WeakStore
  let work: RunningWork
  /// The effect, or the action whose handler it is.
  let node: WorkID
  let action: WorkID
  let isHandler: Bool
  /// Whether the node ends after the code that has the context: a handler that does not suspend has ended before a
  /// task that it makes waits.
  let isRun: Bool
  @MainActor private var operation: Operation?
  @MainActor private var hasEndedCancelled = false
  /// Whether the run waits until the actions that it has sent have left the queue.
  private let followsSent: Bool
  /// The last action that it has sent and that waits in the queue.
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
  }

  /// Notes an action of the run that waits in the queue.
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

  /// Whether the work of the current task was cancelled, or something that it is a part of.
  ///
  /// `Task.isCancelled` alone may come late: where two threads cancel the same work, the call of the second one returns
  /// while the first one still cancels the tasks.
  @MainActor
  static var isCurrentCancelled: Bool {
    Task.isCancelled || current?.isCancelled == true
  }

  /// Whether the effect was cancelled, or the action whose handler it is; also after its end.
  @MainActor
  var isCancelled: Bool {
    work.isCancelled(node) ?? (hasEndedCancelled || Task.isCancelled)
  }

  /// Notes how the run has ended.
  @MainActor
  func end(isCancelled: Bool) {
    hasEndedCancelled = isCancelled
  }

  /// Returns the operation of the run, and lets go of it.
  ///
  /// A caller that calls it at once holds nothing of the run any more when the call returns.
  @MainActor
  func takeOperation() -> Operation {
    guard let operation else { return { _ in true } }
    // Not by `take`: a closure that goes through a generic function is wrapped.
    self.operation = nil
    return operation
  }
}

/// A reference to a store that does not keep it alive; there is one for each store.
@MainActor
final class WeakStore {
  weak var object: AnyObject?
  /// The store's events, if somebody records it.
  var recording: StoreRecording?
  /// How many record it.
  var recorders = 0
  /// The store above.
  weak var parent: WeakStore?
  /// The identity of the store in events.
  lazy var id = StoreID(number: EventCenter.makeNumber())

  /// Reports what an effect has changed up to now, if a recording wants to know it.
  func endTurn() {
    if recording != nil { Frame.endTurn() }
  }
}
