public import StateCore

/// A store for its listener.
extension Store {
  /// The identity of the store among those of the process, as in the events of a journal.
  public var id: StoreID { runner.store.id }

  package var parentID: StoreID? { runner.store.parent?.id }

  package var hasEnded: Bool { turns.hasEnded }

  /// Whether the feature or its children may have hooks.
  package var hasLife: Bool { life != nil }

  /// The work for the observers of a store with hooks, while there are any.
  package var presentedWork: SentAction? { life?.presented }

  /// The number that a test store gave to the current action.
  package var currentTicket: Int? { turns.origin.ticket }

  package var childStores: [any AnyStore] { children?.all ?? [] }

  /// Notifies a listener of all actions and effects from now on.
  ///
  /// The reactions to earlier changes come before the listener is created. A root that has not begun begins later.
  package func begin(_ makeListener: () -> any StoreListener) {
    LifeCycleTurn.beforeListening {
      if pipeline.tracker != nil { reactToChanges() }
      if life != nil { entrance?.runIfPending() }
    }
    let light = light
    let recorder = makeListener()
    setListener(light.map { StoreListenerPair($0, recorder) } ?? recorder)
    // Each action has an entry in the ledger from now on, and each effect a label.
    turns.requireLookups()
    runner.listsEffects = true
  }

  /// Ends the listening that `begin` has begun.
  package func endListening() { setListener(light) }

  /// Notifies a light listener, too; `nil` ends this.
  package func setLight(_ light: (any StoreListener)?) {
    if let recorder {
      return setListener(light.map { StoreListenerPair($0, recorder) } ?? recorder)
    }
    setListener(light)
    if light == nil { return turns.endReports() }
    turns.requireReports()
    // The listener learns the names of effects from their labels.
    runner.listsEffects = true
  }

  /// The light listener, if there is one.
  package var light: (any StoreListener)? {
    if let pair = listener as? StoreListenerPair { return pair.light }
    return listener?.isLight == true ? listener : nil
  }

  /// The listener that needs an entry in the ledger for each action, if there is one.
  package var recorder: (any StoreListener)? {
    if let pair = listener as? StoreListenerPair { return pair.recorder }
    return listener?.isLight == false ? listener : nil
  }

  /// Cancels an effect or an action by its number in the ledger.
  package func cancelWork(_ number: Int) { work.cancel(number: number, of: runner.owner) }

  /// Returns the numbers of the effects that contain one.
  package func containers(ofEffect number: Int) -> [Int] {
    work.containers(ofNumber: number, of: runner.owner)
  }
}
