import StateCore

/// The run of an effect with one operation, which the task of the run calls directly.
///
/// Each closure between the task and the operation would add two frames.
final class SingleOperationContext: EffectContext, @unchecked Sendable {
  struct Content {
    let operation: EffectContent.Operation
    /// The description of the effect, if it has one.
    let effect: EffectDescription?
    let scope: EffectScope
    let runner: EffectRunner
  }

  @MainActor private var content: Content?

  init(
    store: WeakStore,
    work: RunningWork,
    node: WorkID,
    _ content: consuming Content
  ) {
    let action = content.scope.cause.id
    self.content = content
    super.init(store: store, work: work, node: node, action: action, isRun: true)
  }

  /// Returns the operation and releases it.
  @MainActor
  func take() -> Content? { content.take() }
}
