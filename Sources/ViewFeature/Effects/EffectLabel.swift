package import StateCore

/// The entry of an effect in the list of its store's effects.
package final class EffectLabel: WorkLabel {
  package let name: String?
  let cause: EffectCause
  let start = ContinuousClock.now
  /// The place where the action of the effect was sent.
  package var place: SendPlace { cause.origin.place }

  init(_ name: String?, _ cause: EffectCause) {
    self.name = name
    self.cause = cause
  }
}
