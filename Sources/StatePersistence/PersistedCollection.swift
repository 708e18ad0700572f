import StateCore

/// A collection of states of one kind, each saved under a key and loaded on demand.
///
/// ```swift
/// let notes = PersistedCollection(in: .folder(url)) { key in NoteState(id: key) }
/// let note = try await notes.state("shopping")
/// ```
///
/// The collection doesn't retain its states: when the owner of a state releases it, the state's last changes are saved
/// and the state is deallocated.
@MainActor
public final class PersistedCollection<State: PersistentState> {
  private struct Entry {
    weak var state: State?
    let saved: SavedState<State>
  }

  private typealias Load = Task<Unchecked<Result<State, SavedStateError>>, Never>
  private typealias Removal = Task<Result<Void, SavedStateError>, Never>

  private let folder: PersistenceFolder
  private let window: Duration
  private let clock: any Clock<Duration>
  private let handlers: PersistenceHandlers
  private let make: @MainActor (String) -> State
  private var entries: [ExactKey: Entry] = [:]
  private var loads: [ExactKey: Load] = [:]
  private var removals: [ExactKey: Removal] = [:]

  /// Creates a collection of the states saved in a folder.
  ///
  /// - Parameters:
  ///   - folder: The location of the saved states. Several collections can share it, even in different processes.
  ///   - window: The maximum time from a change to its save.
  ///   - clock: The clock that measures the window.
  ///   - onError: Called when a later operation fails or saved data is damaged. By default, the error is logged.
  ///   - onConflict: Called when a field was changed both here and elsewhere and isn't merged. By default, its name is
  ///     logged.
  ///   - make: Creates a state for a key. The state is then filled with the data saved under the key.
  public init(
    in folder: PersistenceFolder,
    window: Duration = .milliseconds(250),
    clock: any Clock<Duration> = ContinuousClock(),
    onError: @escaping @MainActor (SavedStateError) -> Void = SavedStates.log,
    onConflict: @escaping @MainActor (PersistenceConflict) -> Void = SavedStates.log,
    make: @escaping @MainActor (String) -> State
  ) {
    self.folder = folder
    self.window = window
    self.clock = clock
    handlers = PersistenceHandlers(onError: onError, onConflict: onConflict, onReload: { _ in })
    self.make = make
  }

  /// Returns the keys with saved states, sorted.
  ///
  /// Two keys are equal if their UTF-8 is equal.
  ///
  /// - Throws: A `SavedStateError` if the keys can't be read.
  public func keys() async throws(SavedStateError) -> [String] {
    let folder = folder
    let result = await ImmediateTask.detached {
      Result { try folder.keys().sorted() }
    }
    .value
    do { return try result.get() } catch {
      throw SavedStateError(.unreadable, describe(error))
    }
  }

  /// Returns the existing state of a key, or creates a state and fills it with the saved data.
  ///
  /// - Throws: A `SavedStateError` if the saved data can't be used.
  public func state(_ key: String) async throws(SavedStateError) -> State {
    let exact = ExactKey(key)
    while true {
      if let removal = removals[exact] {
        // The state isn't loaded while its record is being removed.
        _ = await removal.value
        continue
      }
      if let state = entries[exact]?.state { return state }
      if let load = loads[exact] {
        let result = await load.value
        if case .failure(let error) = result.value { throw error }
        continue
      }
      let load = ImmediateTask.enqueue { @MainActor in Unchecked(await self.load(key)) }
      loads[exact] = load
      let result = await load.value.value
      // Other callers that wait for this load find the state, because this one retains it until then.
      return try result.get()
    }
  }

  private func load(_ key: String) async -> Result<State, SavedStateError> {
    defer { loads[ExactKey(key)] = nil }
    let state = make(key)
    let location = folder.location(key)
    do throws(SavedStateError) {
      let saved = try await SavedStates.attach(
        state,
        to: location,
        window: window,
        clock: clock,
        onError: handlers.onError,
        onConflict: handlers.onConflict
      )
      entries = entries.filter { $0.value.state != nil || $0.value.saved.hasUnsavedChanges }
      entries[ExactKey(key)] = Entry(state: state, saved: saved)
      return .success(state)
    } catch { return .failure(error) }
  }

  /// Removes the saved data of a key.
  ///
  /// An existing state is no longer saved. From now on, `state(_:)` returns a new one, even while this runs.
  ///
  /// - Throws: A `SavedStateError` if the data can't be removed.
  public func remove(_ key: String) async throws(SavedStateError) {
    let exact = ExactKey(key)
    while let removal = removals[exact] { _ = await removal.value }
    let removal = ImmediateTask.enqueue { @MainActor in await self.removeNow(key) }
    removals[exact] = removal
    try await removal.value.get()
  }

  private func removeNow(_ key: String) async -> Result<Void, SavedStateError> {
    let exact = ExactKey(key)
    defer { removals[exact] = nil }
    while let load = loads[exact] { _ = await load.value }
    if let entry = entries.removeValue(forKey: exact) { await entry.saved.detach() }
    let location = folder.location(key)
    let result = await ImmediateTask.detached {
      Result { try location.storage.exclusively { try $0.remove(location.key) } }
    }
    .value
    return result.mapError { location.storage.error($0, .unwritable, location.key) }
  }

  /// Saves the changes that all states made before this call.
  ///
  /// - Returns: Whether all of them are saved.
  @discardableResult
  public func flush() async -> Bool {
    var isComplete = true
    for entry in Array(entries.values) where await !entry.saved.flush() { isComplete = false }
    return isComplete
  }
}
