/// The context of code that a store runs: the store's environment, and the run that the code belongs to.
///
/// It is an object, so a task-local value costs one reference, and a check of its identity costs one comparison.
package protocol StoreContext: AnyObject, Sendable {
  var environment: StoreEnvironment { get }
  /// The type of the feature or of the screen's store, for messages.
  var owner: (any Any.Type)? { get }
  /// The run of an effect or of an asynchronous handler, whose type only ViewFeature knows.
  var run: (any StoreContext)? { get }
  /// Whether it is a run that the ledger has cancelled.
  var isCancelledInLedger: Bool { get }
  /// The action or the effect that the code belongs to, if its type is a run's.
  @MainActor var sender: ContextSender? { get }
}

/// The action or the effect of a store whose code sends an action.
package struct ContextSender {
  package let store: StoreID
  /// The number in the ledger.
  package let number: Int
  /// Whether the code is the action's handler.
  package let isHandler: Bool

  package init(store: StoreID, number: Int, isHandler: Bool) {
    self.store = store
    self.number = number
    self.isHandler = isHandler
  }
}

/// The context of the current task.
package enum StoreContexts {
  /// The innermost context; `nil` outside any store and in a detached task.
  @TaskLocal package static var current: (any StoreContext)?
}

/// A context that isn't itself a run.
package final class EnvironmentContext: StoreContext {
  package let environment: StoreEnvironment
  package let owner: (any Any.Type)?
  package let run: (any StoreContext)?
  package var isCancelledInLedger: Bool { false }
  @MainActor package var sender: ContextSender? { run?.sender }

  package init(
    _ environment: StoreEnvironment,
    of owner: (any Any.Type)?,
    in run: (any StoreContext)? = nil
  ) {
    self.environment = environment
    self.owner = owner
    self.run = run
  }
}
