import StateEngine

/// The context of an effect: its action, and the compositions that it is part of.
struct EffectScope {
  let cause: EffectCause
  /// The parent of its entry: its action, or the composition that it is a part of.
  var parent: RunningWork.ID
  var priority: TaskPriority?
  /// The nearest composition with a handler, or one that waits for its parts.
  var failures: FailureCollector?
  /// Whether the composition above waits for it and does not go on if it is dropped or replaced.
  var isPart = false
}

/// The action that an effect belongs to.
struct EffectCause: Sendable {
  /// An action of the store's feature.
  let action: any Sendable
  let id: RunningWork.ID
  let origin: SendOrigin
}
