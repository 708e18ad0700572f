package import StateCore

/// The part of a feature that a store runs.
package enum StoreExecution {
  case whole
  /// The handlers, with their middleware, reactions and children, and what they send or output immediately.
  ///
  /// No effect starts, nothing is locked, and no loading is shown. The store drops an action for which `refusal`
  /// returns a reason.
  case handlers(refusal: @MainActor (_ action: any Sendable, _ store: StoreID) -> DropReason?)

  var isWhole: Bool {
    if case .whole = self { true } else { false }
  }
}

extension Store {
  /// Creates a store that drops the outputs and the dismissal of its feature.
  package convenience init(
    initialState: F.State,
    feature: F,
    environment: StoreEnvironment,
    execution: StoreExecution
  ) {
    self.init(
      initialState: initialState,
      feature: feature,
      handler: feature.handle(),
      taskManager: TaskManager(),
      clock: ContinuousClock(),
      environment: environment,
      execution: execution
    )
    onOutput { _ in }
    onDismiss = {}
    followChildren()
  }
}
