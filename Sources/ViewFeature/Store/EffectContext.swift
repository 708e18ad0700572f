import StateEngine

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
  @MainActor private var operation: Operation?

  init(
    store: WeakStore,
    work: RunningWork,
    node: WorkID,
    action: WorkID,
    isHandler: Bool = false,
    _ operation: Operation? = nil
  ) {
    self.store = store
    self.work = work
    self.node = node
    self.action = action
    self.isHandler = isHandler
    self.operation = operation
  }

  /// Whether the effect was cancelled, or the action whose handler it is.
  ///
  /// Of an effect that has ended, the current task tells.
  var isCancelled: Bool {
    work.isCancelled(node) ?? Task.isCancelled
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
}
