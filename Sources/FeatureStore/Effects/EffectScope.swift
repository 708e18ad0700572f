import StateCore

/// The context of an effect: its action, and the compositions that contain it.
struct EffectScope {
  let cause: EffectCause
  /// The effect's parent in the ledger: its action, or the composition that contains it.
  var parent: WorkID
  var priority: EffectDescription.Priority?
  /// The nearest composition with a handler, or one that waits for its parts.
  var failures: FailureCollector?
  /// Whether the composition above waits for the effect, and stops if a policy drops or replaces it.
  var isPart = false
}

/// The action that an effect belongs to, shared by all effects of the action.
final class EffectCause: Sendable {
  /// An action of the store's feature.
  let action: any Sendable
  let id: WorkID
  let origin: SendOrigin

  init(action: any Sendable, id: WorkID, origin: SendOrigin) {
    self.action = action
    self.id = id
    self.origin = origin
  }
}

/// The cause of an effect that belongs to no action: a change of a field that the store reacts to.
struct FieldChange: Sendable, CustomStringConvertible {
  let field: String

  var description: String { "a change of \(field)" }
}

/// The cause of an effect that belongs to no action: a function for the life cycle.
struct LifeCycleCause: Sendable, CustomStringConvertible {
  let hook: LifeCycleHook

  var description: String { "\(hook)" }
}
