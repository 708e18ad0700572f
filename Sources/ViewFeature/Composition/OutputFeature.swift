import Logging

/// A feature that tells its parent, or whoever owns its store, what it has come to.
@MainActor
public protocol OutputFeature: Feature {
  /// What the feature can come to; an enumeration, as a rule.
  associatedtype Output: Sendable
}

extension OutputFeature {
  /// An effect that hands a value to the parent.
  ///
  /// The parent handles it as an action of its own, which the action of this feature does not wait
  /// for. When nobody takes outputs, the value is logged and dropped.
  public func output(_ value: Output) -> Effect {
    Effect(.init(.output(value)))
  }
}

extension StoreProxy where F: OutputFeature {
  /// Hands a value to the parent of the store that runs the calling effect.
  public func output(_ value: F.Output) async {
    guard await Self.deliver(value) else {
      return logger.debug(
        "A feature gave an output outside any of its effects",
        metadata: ["feature": "\(F.self)"]
      )
    }
  }

  @MainActor
  private static func deliver(_ value: F.Output) -> Bool {
    guard let store = EffectContext.current?.store.object as? Store<F> else { return false }
    store.deliver(output: value)
    return true
  }
}

extension Store where F: OutputFeature {
  /// Makes a store whose owner takes the feature's outputs, in their order.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    onOutput: @escaping @MainActor (F.Output) -> Void
  ) {
    self.init(initialState: initialState, feature: feature, taskManager: taskManager, clock: clock)
    self.onOutput { value in
      if let output = value as? F.Output { onOutput(output) }
    }
  }
}
