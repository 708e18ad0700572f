import StateCore

/// Reports what the core does to the recorded stores.
struct CoreRecorder: CoreListener {
  func workHasReported() { EventCenter.flush() }

  func turnEnds() { Frame.endTurn() }

  func turnCloses() {
    Frame.endTurn()
    EventCenter.closeTurn()
  }

  /// Emits a value that a recorded store's handler or effect takes.
  func hasDrawn(_ value: EnvironmentValue) {
    guard EventCenter.hasSinks else { return }
    let cause = CurrentCause.ofCaller
    let store: StoreID
    switch cause {
    case .handler(let action): store = action.store
    case .effect(let effect, _): store = effect.store
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: return
    }
    EventCenter.emitLater(.drawn(value, cause), of: store)
  }

  func listener(toNew store: AnyObject) -> AnyObject? {
    guard EventCenter.isToRecordNewStores else { return nil }
    return (store as? any NewStore)?.makeListener()
  }
}

/// A store that is recorded from the moment in which it gets its first state.
package protocol NewStore: AnyObject {
  /// Returns a listener that records the store until new stores are no longer recorded.
  func makeListener() -> AnyObject
}
