import Logging
public import StateCore

extension StoreProxy where F: OutputFeature {
  /// Sends a value to the parent of the store that runs the calling effect.
  ///
  /// If the effect was cancelled, the value is dropped.
  public func output(_ value: F.Output) async {
    guard let context = EffectContext.current else {
      return reportDrop(
        "A feature sent an output outside any of its effects",
        metadata: ["feature": "\(F.self)"]
      )
    }
    await Self.deliver(value, in: context)
  }

  @MainActor
  private static func deliver(_ value: F.Output, in context: EffectContext) {
    guard let object = context.store.object else {
      return logger.debug(
        "A feature sent an output after its store was deallocated",
        metadata: ["feature": "\(F.self)"]
      )
    }
    if context.isCancelled {
      return logger.debug(
        "An output was dropped: its effect was cancelled",
        metadata: ["feature": "\(F.self)"]
      )
    }
    if let store = object as? any WrappingStore, store.take(output: value, of: F.State.self) {
      return
    }
    reportDrop(
      "A feature sent an output in an effect of another feature",
      metadata: ["feature": "\(F.self)"]
    )
  }
}

extension Store where F: OutputFeature {
  /// Creates a store whose owner receives the feature's outputs, in their order, and its dismissal.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .inherited,
    onOutput: @escaping @MainActor (F.Output) -> Void,
    onDismiss: (@MainActor () -> Void)? = nil
  ) {
    self.init(
      initialState: initialState,
      feature: feature,
      taskManager: taskManager,
      clock: clock,
      environment: environment
    )
    self.onDismiss = onDismiss
    self.onOutput { value in
      if let output = value as? F.Output { onOutput(output) }
    }
  }
}
