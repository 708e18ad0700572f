// Mistakes of users, so that the compiler says what to write instead. None of these can be called.

extension ActionTask {
  /// Not available: an effect that sends takes the state as well.
  @available(*, unavailable, message: "To send actions write `.run { state, send in … }`.")
  public static func run(
    name: String? = nil,
    operation: @escaping @MainActor (_ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    .none
  }

  /// Not available: an effect that sends takes the state as well.
  @available(*, unavailable, message: "To send actions write `.run(id:) { state, send in … }`.")
  public static func run<ID: TaskID>(
    id: ID,
    name: String? = nil,
    operation: @escaping @MainActor (_ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    .none
  }
}
