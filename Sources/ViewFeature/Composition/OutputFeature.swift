import Logging

/// A feature that reports results to its parent or to the owner of its store.
@MainActor
public protocol OutputFeature: Feature where ParentOutput == Output {
  /// The results that the feature can have; usually an enumeration.
  associatedtype Output: Sendable
}

extension OutputFeature {
  /// An effect that hands a value to the parent.
  ///
  /// The parent handles it as an action of its own, which the action of this feature does not wait
  /// for. When nobody takes outputs, the value is logged and dropped; in debug builds that is reported
  /// as an issue.
  public func output(_ value: Output) -> Effect {
    Effect(.init(.output(value)))
  }
}

extension StoreProxy where F: OutputFeature {
  /// Hands a value to the parent of the store that runs the calling effect.
  ///
  /// Of an effect that was cancelled it is dropped.
  public func output(_ value: F.Output) async {
    guard let context = EffectContext.current else {
      return reportDrop(
        "A feature gave an output outside any of its effects",
        metadata: ["feature": "\(F.self)"]
      )
    }
    await Self.deliver(value, in: context)
  }

  @MainActor
  private static func deliver(_ value: F.Output, in context: EffectContext) {
    guard let object = context.store.object else {
      return logger.debug(
        "A feature gave an output after its store was gone",
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
      "A feature gave an output in an effect of another feature",
      metadata: ["feature": "\(F.self)"]
    )
  }
}

extension Store where F: OutputFeature {
  /// Makes a store whose owner takes the feature's outputs, in their order, and its wish to go.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    onOutput: @escaping @MainActor (F.Output) -> Void,
    onDismiss: (@MainActor () -> Void)? = nil
  ) {
    self.init(initialState: initialState, feature: feature, taskManager: taskManager, clock: clock)
    self.onDismiss = onDismiss
    self.onOutput { value in
      if let output = value as? F.Output { onOutput(output) }
    }
  }
}
