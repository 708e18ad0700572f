import StateEngine

/// The entry of an effect in the list of a store's effects.
final class EffectLabel<Action: Sendable>: WorkLabel {
  let name: String?
  let action: Action
  let origin: SendOrigin
  let start = ContinuousClock.now

  init(name: String?, action: Action, origin: SendOrigin) {
    self.name = name
    self.action = action
    self.origin = origin
  }
}
