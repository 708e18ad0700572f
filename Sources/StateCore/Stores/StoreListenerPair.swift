/// A listener that passes everything to two others.
@MainActor
package final class StoreListenerPair: StoreListener {
  /// The listener that needs no entries in the ledger.
  package nonisolated let light: any StoreListener
  /// The listener that needs them.
  package nonisolated let recorder: any StoreListener

  package init(_ light: any StoreListener, _ recorder: any StoreListener) {
    self.light = light
    self.recorder = recorder
  }

  // MARK: Actions

  package func received(
    _ action: any Sendable,
    _ id: WorkID,
    from place: SendPlace,
    isQueued: Bool
  ) {
    light.received(action, id, from: place, isQueued: isQueued)
    recorder.received(action, id, from: place, isQueued: isQueued)
  }

  package func dropped(_ action: any Sendable, from place: SendPlace, _ reason: DropReason) {
    light.dropped(action, from: place, reason)
    recorder.dropped(action, from: place, reason)
  }

  package func reacts(_ id: WorkID) {
    light.reacts(id)
    recorder.reacts(id)
  }

  package func runs(_ hook: LifeCycleHook, _ id: WorkID) {
    light.runs(hook, id)
    recorder.runs(hook, id)
  }

  package func handling<Result>(_ id: WorkID, _ body: () -> Result) -> Result {
    light.handling(id) { recorder.handling(id, body) }
  }

  package func handled(_ id: WorkID, hasSuspended: Bool) {
    light.handled(id, hasSuspended: hasSuspended)
    recorder.handled(id, hasSuspended: hasSuspended)
  }

  package func failed(_ error: any Error, isVeto: Bool) {
    light.failed(error, isVeto: isVeto)
    recorder.failed(error, isVeto: isVeto)
  }

  // MARK: Effects

  package func starting<Result>(
    _ effect: WorkID,
    of action: WorkID,
    _ start: () -> Result
  ) -> Result {
    light.starting(effect, of: action) { recorder.starting(effect, of: action, start) }
  }

  package func running(
    _ part: WorkID,
    of action: WorkID,
    _ body: () async throws -> Void
  ) async throws {
    try await light.running(part, of: action) {
      try await recorder.running(part, of: action, body)
    }
  }

  package func observing(_ body: () async throws -> Void) async throws {
    try await light.observing { try await recorder.observing(body) }
  }

  package func cancelling(_ handler: () -> Void) {
    light.cancelling { recorder.cancelling(handler) }
  }

  package func effectTurnEnds() {
    light.effectTurnEnds()
    recorder.effectTurnEnds()
  }

  // MARK: The store

  package func writing(_ state: AnyObject, _ write: () -> Void) {
    light.writing(state) { recorder.writing(state, write) }
  }

  package func onBehalfOfCurrent() -> @MainActor (_ body: () -> Void) -> Void {
    let outer = light.onBehalfOfCurrent()
    let inner = recorder.onBehalfOfCurrent()
    return { body in outer { inner(body) } }
  }

  package func childBegan(_ child: AnyObject) {
    light.childBegan(child)
    recorder.childBegan(child)
  }

  package nonisolated func ended() {
    light.ended()
    recorder.ended()
  }

  package nonisolated func take(_ event: WorkEvent) {
    light.take(event)
    recorder.take(event)
  }
}
