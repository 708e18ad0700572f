package import StateCore

/// Takes the events of all stores, in their order.
@MainActor
package protocol EventSink: AnyObject {
  /// Whether it needs the values of states: without such a sink nobody reads or keeps them.
  var takesValues: Bool { get }
  /// Whether it takes each event of the main actor before the code continues that has made it.
  ///
  /// Fields are read for that: no event may be made in the middle of a mutating call on one.
  var takesEventsAtOnce: Bool { get }
  func take(_ event: StateEvent)
}

extension EventSink {
  package var takesValues: Bool { true }
  package var takesEventsAtOnce: Bool { false }
}

/// Hands the events of all stores to the sinks, on the main actor, in the order in which they began.
///
/// A change that has begun holds up the events behind it until it has been made. Apart from that, events of the main
/// actor are handed over before `emit` returns, those of other threads in a later turn or with the next one of the main
/// actor.
package enum EventCenter {
  private enum Item {
    case event(StateEvent.Kind, of: StoreID, at: ContinuousClock.Instant)
    case change(TrackedChange)
  }

  private struct Queued {
    var lastID = 0
    var hasSinks = false
    var recordsNewStores = false
    var items = Queue<Item>()
    /// Whether a later turn of the main actor delivers.
    var isScheduled = false
  }

  // Whatever records events begins with a number of the center.
  private static let queued = {
    CoreListening.begin(CoreRecorder())
    return Locked(Queued())
  }()
  @MainActor private static var sinks: [any EventSink] = []
  @MainActor private static var isDelivering = false
  /// Whether a sink takes events at once.
  @MainActor private static var deliversAtOnce = false
  @MainActor private static var lastNumber = 0
  /// The number of items at which changes are looked at that hold up the others.
  private static let longestWait = 4_096
  @MainActor private static var limit = longestWait

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
    deliversAtOnce = deliversAtOnce || sink.takesEventsAtOnce
    queued.withLock { $0.hasSinks = true }
  }

  @MainActor
  package static func detach(_ sink: any EventSink) {
    sinks.removeAll { $0 === sink }
    deliversAtOnce = sinks.contains { $0.takesEventsAtOnce }
    let isEmpty = sinks.isEmpty
    let dropped = queued.withLock { queued in
      queued.hasSinks = !isEmpty
      return isEmpty ? queued.items.takeAll() : []
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

  // MARK: Events

  /// Hands an event over, behind the changes that began before it.
  ///
  /// No field is read for it: one may be in the middle of a mutating call.
  package static func emit(_ kind: StateEvent.Kind, of store: StoreID) {
    guard MainThread.isCurrent else {
      enqueue(kind, of: store)
      return schedule()
    }
    MainActor.assumeIsolated {
      enqueue(kind, of: store)
      deliver(atOnce: deliversAtOnce)
    }
  }

  /// Whether there is a sink, from any context.
  static var hasSinks: Bool { queued.withLock { $0.hasSinks } }

  /// Hands an event over with the next one, and at the latest in a later turn.
  package static func emitLater(_ kind: StateEvent.Kind, of store: StoreID) {
    enqueue(kind, of: store)
    schedule()
  }

  /// Gives a change its place; it is handed over when it has been made.
  @MainActor
  static func enqueue(_ change: TrackedChange) {
    append(.change(change))
    if queued.withLock({ $0.items.count }) <= limit { return }
    deliverPastChanges()
    Frame.forgetSettled()
  }

  /// Gives an event its place; it is handed over with the next one, or by `flush`.
  ///
  /// It may be called under another lock.
  package static func enqueue(_ kind: StateEvent.Kind, of store: StoreID) {
    append(.event(kind, of: store, at: .now))
  }

  private static func append(_ item: Item) {
    queued.withLock { if $0.hasSinks { $0.items.append(item) } }
  }

  /// Hands over the events that were given a place.
  package static func flush() {
    guard MainThread.isCurrent else { return schedule() }
    MainActor.assumeIsolated { deliver(atOnce: deliversAtOnce) }
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

  /// Delivers the events of other threads in another turn than the one that was to do it.
  ///
  /// Where other code takes the main actor over, that one may never come.
  static func closeTurn() { queued.withLock { $0.isScheduled = false } }

  // MARK: Delivery

  @MainActor
  private static func deliver(atOnce: Bool) { if atOnce { report() } else { deliver() } }

  /// Hands over what can be handed over; an event that a sink makes comes after the others.
  @MainActor
  static func deliver() {
    if isDelivering { return }
    isDelivering = true
    defer { isDelivering = false }
    while let first = queued.withLock({ $0.items.first }) {
      if case .change(let change) = first, !change.isSettled { return }
      queued.withLock { _ = $0.items.popFirst() }
      take(first)
    }
  }

  /// Hands over all that has been made or looks so, also behind changes that have not been made.
  ///
  /// Call it where no state is changed: it reads fields.
  @MainActor
  package static func report() {
    UnobservedFields.report()
    deliverPastChanges()
  }

  @MainActor
  private static func deliverPastChanges() {
    if isDelivering { return }
    isDelivering = true
    var unmade: [Item] = []
    while let item = queued.withLock({ $0.items.popFirst() }) {
      if case .change(let change) = item {
        change.settleIfMade()
        if !change.isSettled {
          unmade.append(item)
          continue
        }
      }
      take(item)
    }
    queued.withLock { queued in
      let added = queued.items.takeAll()
      for item in unmade + added { queued.items.append(item) }
    }
    limit = max(longestWait, 2 * unmade.count)
    isDelivering = false
  }

  @MainActor
  private static func take(_ item: Item) {
    switch item {
    case .event(let kind, let store, let time): hand(kind, of: store, time)
    case .change(let change):
      guard let event = change.event else { return }
      hand(.change(event.change), of: event.store, change.time)
    }
  }

  @MainActor
  private static func hand(
    _ kind: StateEvent.Kind,
    of store: StoreID,
    _ time: ContinuousClock.Instant
  ) {
    lastNumber += 1
    let event = StateEvent(number: lastNumber, time: time, store: store, kind: kind)
    for sink in sinks { sink.take(event) }
  }
}
