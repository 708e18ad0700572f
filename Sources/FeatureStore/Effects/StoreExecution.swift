package import StateCore

/// The part of a feature that a store runs.
package enum StoreExecution {
  case whole
  /// The handlers, with their middleware, reactions and children, and what they send or output immediately.
  ///
  /// No effect starts, nothing is locked, and no loading is shown. The store drops an action for which `refusal`
  /// returns a reason. It runs hooks of the life cycle only while `runsHooks` returns `true`, or for `replay(_:)`.
  case handlers(
    refusal: @MainActor (_ action: any Sendable, _ store: StoreID) -> DropReason?,
    runsHooks: @MainActor () -> Bool
  )

  /// Whether a store begins and ends by itself now.
  @MainActor
  var runsHooks: Bool {
    if case .handlers(_, let runsHooks) = self { runsHooks() } else { true }
  }

  var isWhole: Bool {
    if case .whole = self { true } else { false }
  }
}
