import Logging

/// Saves states between launches of an app.
public enum SavedStates {
  /// Loads the saved values of a state, and saves its changes from then on.
  ///
  /// ```swift
  /// let saved = try await SavedStates.attach(settings, to: .file(url))
  /// ```
  ///
  /// Changes made during loading are kept, and combined with the saved value if the field has a merge. Each change is
  /// saved after `window` at the latest, together with all other changes made until then. The values are copied on the
  /// main actor, and encoded and written elsewhere. A failed write is retried, and the state is retained until it
  /// succeeds. Otherwise, when its owner releases it, the state's last changes are saved and it is deallocated.
  ///
  /// If a state is attached to the same location again, for example by a view's task that runs again, each change is
  /// still saved only once. The state receives what others have saved, and the `window` and the handlers of the last
  /// call apply.
  ///
  /// - Parameters:
  ///   - state: The state. Its fields have to be observable.
  ///   - location: The location of the saved data. If nothing is saved there, the state stays unchanged.
  ///   - window: The maximum time from a change to its save. States that share a storage are saved together.
  ///   - clock: The clock that measures the window. A storage uses the clock of its first state.
  ///   - interval: How often to check for data saved by other processes. By default, only a save checks for it.
  ///   - onError: Called when a later operation fails or saved data is damaged. By default, the error is logged.
  ///   - onConflict: Called when a field was changed both here and elsewhere and isn't merged. By default, its name is
  ///     logged.
  ///   - onReload: Called with the names of the fields whose values others have saved.
  /// - Returns: A handle, which you don't need to keep.
  /// - Throws: A `SavedStateError` if the saved data can't be used. The data stays unchanged, and no change is saved.
  @MainActor
  public static func attach<State: PersistentState>(
    _ state: State,
    to location: PersistenceLocation,
    window: Duration = .milliseconds(250),
    clock: any Clock<Duration> = ContinuousClock(),
    watchingEvery interval: Duration? = nil,
    onError: @escaping @MainActor (SavedStateError) -> Void = log,
    onConflict: @escaping @MainActor (PersistenceConflict) -> Void = log,
    onReload: @escaping @MainActor (Set<String>) -> Void = { _ in }
  ) async throws(SavedStateError) -> SavedState<State> {
    let handlers = PersistenceHandlers(
      onError: onError,
      onConflict: onConflict,
      onReload: onReload
    )
    if let follower = StateFollower<State>.follower(of: state, at: location) {
      try await follower.join(handlers, window: window)
      if let interval { follower.watch(every: interval, clock) }
      return SavedState(follower)
    }
    let follower = StateFollower(
      state,
      location,
      .of(location.storage, clock),
      window: window,
      handlers
    )
    try await follower.begin()
    if let interval { follower.watch(every: interval, clock) }
    return SavedState(follower)
  }

  private static let logger = Logger(label: "StatePersistence")

  /// Logs an error, without values of fields.
  @MainActor
  public static func log(_ error: SavedStateError) {
    logger.error("\(error.textForLog)")
  }

  /// Logs the name of a field with a conflict, without the identities of children.
  @MainActor
  public static func log(_ conflict: PersistenceConflict) {
    logger.warning(
      "The field \"\(conflict.fieldForLog)\" was changed both in this state and in its saved copy"
    )
  }
}
