public import StateHistory
public import StatePersistence

extension History {
  /// Loads the steps of the last launch, and saves the steps from then on.
  ///
  /// ```swift
  /// try await SavedStates.attach(notes, to: .file(url))
  /// try await history.persist(to: .file(historyURL))
  /// ```
  ///
  /// First attach each state of the history with `SavedStates`. The steps are written after the values of the states.
  ///
  /// The saved steps contain the fields that are declared in both `SnapshotFields` and `Persistence`. A step that
  /// changes another field isn't saved, and neither are the steps before it. A removed child is saved with its values,
  /// and is made again by the field that contained it. Children in dictionaries and enumeration cases, and children
  /// that a function of `Persisted` reads, aren't saved with steps.
  ///
  /// If the declarations have other versions, or a state has other values than after the saved steps, the history
  /// starts empty, and `onError` receives the reason. A damaged file is set aside.
  ///
  /// - Parameters:
  ///   - location: The location of the steps, which nothing else uses. It can be encrypted.
  ///   - onError: Called when saved steps can't be used, or steps can't be written. By default, the error is logged.
  /// - Throws: An error if no state of the history is saved, if the location is in use, or if it can't be read. Steps
  ///   aren't saved then.
  public func persist(
    to location: PersistenceLocation,
    onError: @escaping @MainActor @Sendable (SavedStateError) -> Void = SavedStates.log
  ) async throws(SavedStateError) {
    let access = access
    if access.hasEnded { throw SavedStateError(.declaration, "the history has ended") }
    if access.isSaved { throw SavedStateError(.inUse, "the history already has a location") }
    guard let scopes = access.scopes else {
      throw SavedStateError(.declaration, "a state of the history no longer exists")
    }
    let states = scopes.map(\.state).filter { PersistedShape(of: $0) != nil }
    guard !states.isEmpty, states.allSatisfy({ SaveObservers.isSaved($0) }) else {
      throw SavedStateError(
        .declaration,
        "a state of the history isn't saved: call SavedStates.attach before persist"
      )
    }
    let record = RecordFile(location)
    let file = HistoryFile(record)
    let disk = HistoryDisk(access, file, states, onError: onError)
    try OpenLocations.enter(disk, record.identity)
    access.save(with: disk)
    defer { disk.endLoading() }
    do throws(SavedStateError) {
      guard let saved = try await file.read(), !saved.steps.isEmpty else { return }
      if access.hasEnded { return }
      access.settle()
      if access.hasSteps {
        throw SavedStateError(
          .inUse,
          "the history already has steps: call persist before the first"
        )
      }
      guard let scopes = access.scopes, !access.isHeld else {
        throw SavedStateError(.otherValues, "a state shows earlier values, or has ended")
      }
      access.restore(try HistoryRestoring.steps(of: saved, for: scopes))
    } catch {
      let error = await file.reported(error)
      switch error.code {
      case .damaged, .truncated, .otherVersion, .otherValues, .inUse: onError(error)
      default:
        disk.stop()
        access.stopSaving()
        OpenLocations.leave(disk, record.identity)
        throw error
      }
    }
  }
}
