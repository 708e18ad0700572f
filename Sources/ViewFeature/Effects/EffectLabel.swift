import StateEngine

/// What the list of a store's effects says about one of them.
final class EffectLabel: WorkLabel {
  let name: String?
  let cause: EffectCause
  let start = ContinuousClock.now

  init(_ name: String?, _ cause: EffectCause) {
    self.name = name
    self.cause = cause
  }
}
