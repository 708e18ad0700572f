/// Takes the events of all stores, in their order.
@MainActor
package protocol EventSink: AnyObject {
  /// Whether it needs the values of states: without such a sink nobody reads or keeps them.
  var takesValues: Bool { get }
  func take(_ event: StateEvent)
}

extension EventSink {
  package var takesValues: Bool { true }
}

/// Hands the events of all stores to the sinks, on the main actor.
///
/// Those of the main actor are handed over before `emit` returns, those of other threads in a later turn
/// or with the next one of the main actor.
package enum EventCenter {
  private struct Queued {
    var lastNumber = 0
    var lastID = 0
    var hasSinks = false
    var recordsNewStores = false
    var events = Queue<StateEvent>()
    /// A turn of the main actor that delivers is on its way.
    var isScheduled = false
  }

  private static let queued = Locked(Queued())
  @MainActor private static var sinks: [any EventSink] = []
  @MainActor private static var isDelivering = false

  /// The number of those who want each new store to be recorded.
  ///
  /// When the last one goes, the stores stop that were recorded for this reason.
  @MainActor package static var recordersOfAll = 0 {
    didSet {
      queued.withLock { $0.recordsNewStores = recordersOfAll > 0 }
      if recordersOfAll == 0 { StoreRecording.stopNewStores() }
    }
  }

  /// Whether each new store is to be recorded.
  @MainActor package static var recordsNewStores: Bool { recordersOfAll > 0 }

  /// `recordsNewStores`, from any context.
  package static var isToRecordNewStores: Bool { queued.withLock { $0.recordsNewStores } }

  /// Whether there is a sink.
  @MainActor package static var isObserved: Bool { !sinks.isEmpty }

  /// Whether a recording that begins now reads values: not if all sinks that there are need none.
  @MainActor static var needsValues: Bool { sinks.isEmpty || sinks.contains { $0.takesValues } }

  /// Hands all further events to a sink.
  @MainActor
  package static func attach(_ sink: any EventSink) {
    sinks.append(sink)
    queued.withLock { $0.hasSinks = true }
  }

  @MainActor
  package static func detach(_ sink: any EventSink) {
    sinks.removeAll { $0 === sink }
    let isEmpty = sinks.isEmpty
    let dropped = queued.withLock { queued in
      queued.hasSinks = !isEmpty
      return isEmpty ? queued.events.takeAll() : []
    }
    withExtendedLifetime(dropped) {}
  }

  /// A number that no store, action or object has.
  package static func makeNumber() -> Int {
    queued.withLock { queued in
      queued.lastID += 1
      return queued.lastID
    }
  }

  /// Hands an event over, behind the changes that were made before it.
  package static func emit(_ kind: StateEvent.Kind, of store: StoreID) {
    guard MainThread.isCurrent else {
      enqueue(kind, of: store)
      return schedule()
    }
    MainActor.assumeIsolated {
      PendingChanges.commit()
      enqueue(kind, of: store)
      deliver()
    }
  }

  /// Whether there is a sink, from any context.
  static var hasSinks: Bool { queued.withLock { $0.hasSinks } }

  /// Hands an event over with the next one, and at the latest in a later turn.
  ///
  /// Nothing is read for it: a value may be in the middle of a mutating call.
  static func emitLater(_ kind: StateEvent.Kind, of store: StoreID) {
    enqueue(kind, of: store)
    schedule()
  }

  /// Hands a change over.
  @MainActor
  static func emit(_ change: ValueChange, of store: StoreID) {
    enqueue(.change(change), of: store)
    deliver()
  }

  /// Gives an event its place; it is handed over with the next one, or by `flush`.
  ///
  /// It may be called under another lock.
  package static func enqueue(_ kind: StateEvent.Kind, of store: StoreID) {
    let time = ContinuousClock.now
    queued.withLock { queued in
      guard queued.hasSinks else { return }
      queued.lastNumber += 1
      queued.events.append(
        StateEvent(number: queued.lastNumber, time: time, store: store, kind: kind)
      )
    }
  }

  /// Hands over the events that were given a place.
  package static func flush() {
    if MainThread.isCurrent { MainActor.assumeIsolated { deliver() } } else { schedule() }
  }

  private static func schedule() {
    let isFirst = queued.withLock { queued in
      defer { queued.isScheduled = true }
      return !queued.isScheduled
    }
    guard isFirst else { return }
    ImmediateTask.detached { @MainActor in
      queued.withLock { $0.isScheduled = false }
      deliver()
    }
  }

  /// Has events of other threads delivered in a turn that is not the one which is yet to come.
  ///
  /// Where other code takes the main actor over, that one may never come.
  static func closeTurn() { queued.withLock { $0.isScheduled = false } }

  /// An event that a sink makes comes after the ones that there are.
  @MainActor
  private static func deliver() {
    if isDelivering { return }
    isDelivering = true
    while let event = queued.withLock({ $0.events.popFirst() }) {
      for sink in sinks { sink.take(event) }
    }
    isDelivering = false
  }
}
