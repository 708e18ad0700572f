import IssueReporting

extension ActionTask {
  /// An effect that runs its operation on the main actor after each `interval`, on the store's clock, until it
  /// is cancelled or the operation fails.
  ///
  /// The first interval begins with the call that sends the action, the others with the end of the
  /// one before, however long the operation takes; an end that comes while it is running counts
  /// once, however many there are. An `interval` that is not above zero is reported, and gives no effect.
  public static func every(
    _ interval: Duration,
    name: String? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(), onState(operation))
  }

  /// An effect that runs its operation after each `interval`, and that replaces every running effect
  /// of the same id in its store.
  public static func every<ID: TaskID>(
    _ interval: Duration,
    id: ID,
    name: String? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(key: effectKey(id)), onState(operation))
  }

  /// An effect that runs its operation after each `interval`, and that sends actions to its store.
  public static func every(
    _ interval: Duration,
    name: String? = nil,
    operation:
      @escaping @MainActor (_ state: State, _ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    repeated(interval, name, Options(), onStore(operation))
  }

  /// An effect that runs its operation after each `interval`, that sends actions to its store, and that
  /// replaces every running effect of the same id there.
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
      reportIssue("An effect is to run every \(interval): the interval has to be above zero")
      return .none
    }
    return ActionTask(Effect(.every(interval, operation), name: name, options: options))
  }
}
