import Logging

/// Keeps states between two launches of an app.
public enum StatePersistence {
  /// Gives a state what is saved, and saves its changes from then on.
  ///
  /// ```swift
  /// let saved = try await StatePersistence.attach(settings, to: .file(url))
  /// ```
  ///
  /// Changes that are made while it loads stay, with what is saved where a field has a merge. Each change is saved after
  /// `window` at the latest, with all others that were made until then. The values are copied on the main actor, and
  /// encoded and written elsewhere. A write that fails is tried again; until then the state is kept. Otherwise the state
  /// goes when its owner lets go of it, with its last changes saved.
  ///
  /// A state that is attached to the same place once more, as by a task of a view that runs again, is followed once: it is
  /// given what others have saved, and the `window` and the handlers of the last call count.
  ///
  /// - Parameters:
  ///   - state: The state. Its fields have to be observable.
  ///   - location: Where it is saved. Without anything there the state stays as it is.
  ///   - window: The longest time from a change to its save. States that share a storage are saved together.
  ///   - clock: The clock that measures it; that of the first state in a storage counts.
  ///   - interval: How often to look for what other processes have saved; without it, each save does.
  ///   - onError: What went wrong later, or was damaged. By default the log has it.
  ///   - onConflict: Fields that were changed here and elsewhere, and are not merged. By default the log has their names.
  ///   - onReload: The names of the fields that have got values which others have saved.
  /// - Returns: A handle, which need not be kept.
  /// - Throws: A `SavedStateError` if what is saved can't be used: it stays as it is, and no change is saved.
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
    if let follower = SharedPlaces.follower(of: state, at: location) {
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

  /// Writes an error to the log, without values of fields.
  @MainActor
  public static func log(_ error: SavedStateError) {
    logger.error("\(error.textForLog)")
  }

  /// Writes the name of a field with a conflict to the log, without the identities of children.
  @MainActor
  public static func log(_ conflict: PersistenceConflict) {
    logger.warning("The field \"\(conflict.fieldForLog)\" was changed here and elsewhere")
  }
}
