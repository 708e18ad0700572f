import StateCore

/// The context of an effect: its action, and the compositions that it is a part of.
struct EffectScope {
  let cause: EffectCause
  /// Its parent in the ledger: its action, or the composition that it is a part of.
  var parent: WorkID
  var priority: EffectDescription.Priority?
  /// The nearest composition with a handler, or one that waits for its parts.
  var failures: FailureCollector?
  /// Whether the composition above waits for it, and stops if a policy drops or replaces it.
  var isPart = false
}

/// The action that an effect belongs to; all effects of an action share one.
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
