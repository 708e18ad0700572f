/// The context of code that a store runs: its environment, and the run that it belongs to.
///
/// It is an object, so that a task-local value costs one reference and a test of the identity one comparison.
package protocol StoreContext: AnyObject, Sendable {
  var environment: StoreEnvironment { get }
  /// The type of the feature or of the screen's store, for messages.
  var owner: (any Any.Type)? { get }
  /// The run of an effect or of an asynchronous handler, which only its style knows.
  var run: (any StoreContext)? { get }
}

/// The context of the current task.
package enum StoreContexts {
  /// The innermost context; `nil` outside any store and in a detached task.
  @TaskLocal package static var current: (any StoreContext)?
}

/// A context without a run of its own.
package final class EnvironmentContext: StoreContext {
  package let environment: StoreEnvironment
  package let owner: (any Any.Type)?
  package let run: (any StoreContext)?

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
