package import StateCore

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
      handler: environment.resolved.creating(F.self) { feature.handle() },
      taskManager: TaskManager(),
      clock: ContinuousClock(),
      environment: environment,
      execution: execution
    )
    onOutput { _ in }
    onDismiss = {}
    followChildren(
      self.environment.creating(F.self) { ReactionLookup.reactingChildren(of: feature) }
    )
    assumeLife()
  }
}
