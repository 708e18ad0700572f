// Unavailable overloads for common errors; their messages explain what to write instead.

extension ActionTask {
  /// Unavailable, because an effect that sends takes the state as well.
  @available(*, unavailable, message: "To send actions, write `.run { state, send in … }`.")
  public static func run(
    name: String? = nil,
    operation: @escaping @MainActor (_ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    .none
  }

  /// Unavailable, because an effect that sends takes the state as well.
  @available(*, unavailable, message: "To send actions, write `.run(id:) { state, send in … }`.")
  public static func run<ID: TaskID>(
    id: ID,
    name: String? = nil,
    operation: @escaping @MainActor (_ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    .none
  }
}
