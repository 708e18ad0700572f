import IssueReporting
import StateCore

extension ActionTask {
  /// Creates an effect that runs its operation on the main actor after each `interval`, until it is cancelled or fails.
  ///
  /// The store's clock measures the intervals. The first one begins with the call that sends the action, and each later
  /// one at the end of the previous interval, regardless of how long the operation takes. All intervals that end while
  /// the operation is running count as one. An `interval` of zero or less is reported as an issue, and creates no
  /// effect.
  public static func every(
    _ interval: Duration,
    name: String? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(), onState(operation))
  }

  /// Creates an effect that runs its operation after each `interval`, and replaces all running effects with the same id
  /// in its store.
  public static func every<ID: TaskID>(
    _ interval: Duration,
    id: ID,
    name: String? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(key: effectKey(id)), onState(operation))
  }

  /// Creates an effect that runs its operation after each `interval`, and sends actions to its store.
  public static func every(
    _ interval: Duration,
    name: String? = nil,
    operation:
      @escaping @MainActor (_ state: State, _ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(), onStore(operation))
  }

  /// Creates an effect that runs its operation after each `interval`, sends actions to its store, and replaces all
  /// running effects with the same id there.
  public static func every<ID: TaskID>(
    _ interval: Duration,
    id: ID,
    name: String? = nil,
    operation:
      @escaping @MainActor (_ state: State, _ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(key: effectKey(id)), onStore(operation))
  }

  private static func repeated(
    _ interval: Duration,
    _ name: String?,
    _ options: Options,
    _ operation: @escaping Effect.Operation
  ) -> ActionTask {
    guard interval > .zero else {
      reportIssue(
        """
        An effect can't run every \(interval.messageText): the interval must be greater than zero
        """
      )
      return .none
    }
    return ActionTask(Effect(.every(interval, operation), name: name, options: options))
  }
}
