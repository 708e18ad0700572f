import StateCore

/// The entry of an effect in the list of its store's effects.
final class EffectLabel: WorkLabel {
  let name: String?
  let cause: EffectCause
  let start = ContinuousClock.now

  init(_ name: String?, _ cause: EffectCause) {
    self.name = name
    self.cause = cause
  }
}
