import StateCore

/// An object that holds running effects by their ids.
///
/// Stores that share a manager also share its ids.
@MainActor
public final class TaskManager {
  let registry = TaskRegistry()
  var work: RunningWork { registry.work }

  /// Creates a manager without effects.
  public init() {}

  /// The number of running effects.
  ///
  /// In a composition, each running part counts; the composition itself counts while none of its parts runs. An effect
  /// that waits because of a policy isn't running.
  public var runningTaskCount: Int { work.runningCount }

  /// Returns whether an effect runs under an id; an effect that waits because of a policy isn't running.
  public func isTaskRunning<ID: TaskID>(id: ID) -> Bool {
    registry.contains(TaskKey(id))
  }

  /// Cancels the effects that run or wait under an id; an unknown id is ignored.
  public func cancelTask<ID: TaskID>(id: ID) {
    registry.cancel(TaskKey(id))
  }

  /// Cancels all effects, running or waiting, of all stores that use the manager; handlers continue.
  public func cancelAllTasks() {
    registry.cancelAll()
  }
}
