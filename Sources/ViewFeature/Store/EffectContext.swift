/// What an effect or an asynchronous handler knows of the action that it belongs to.
struct EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  let store: WeakStore
  let tracker: ActionTracker
  let action: ActionTree.ID
  /// The task of the asynchronous handler, if this is one; tasks that it makes have the same value.
  var handlerTask: Int?

  var isHandler: Bool { handlerTask != nil }

  /// What tells the current task from others.
  static var currentTask: Int {
    withUnsafeCurrentTask { $0?.hashValue ?? 0 }
  }

  /// The action of `tracker`'s store that the current task belongs to.
  static func action(in tracker: ActionTracker) -> ActionTree.ID? {
    guard let current, current.tracker === tracker else { return nil }
    return current.action
  }
}

/// A reference to a store that does not keep it alive.
@MainActor
final class WeakStore {
  weak var object: AnyObject?
}
