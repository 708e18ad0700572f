import StateEngine

/// The action of an effect or of an asynchronous handler.
struct EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  let store: WeakStore
  let work: RunningWork
  /// The effect, or the action whose handler it is.
  let node: RunningWork.ID
  let action: RunningWork.ID
  var isHandler = false

  /// Whether the effect was cancelled, or the action whose handler it is.
  ///
  /// Of an effect that has ended, the current task tells.
  var isCancelled: Bool {
    work.isCancelled(node) ?? Task.isCancelled
  }
}

/// A reference to a store that does not keep it alive; there is one for each store.
@MainActor
final class WeakStore {
  weak var object: AnyObject?
}
