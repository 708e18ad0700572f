/// The action that an effect belongs to.
struct EffectCause: Sendable {
  /// An action of the store's feature.
  let action: any Sendable
  let id: ActionTree.ID
  let origin: SendOrigin
}
