package import StateCore

/// An observer of the events of all stores, in order.
@MainActor
package protocol EventSink: AnyObject {
  /// Whether the sink needs the values of states. If no sink does, values are neither read nor kept.
  var takesValues: Bool { get }
  /// Whether the sink receives each event of the main actor before the code that caused it continues.
  ///
  /// This reads fields, so no event may be emitted in the middle of a mutating call on one.
  var takesEventsAtOnce: Bool { get }
  /// Whether the sink needs the changes of histories. If no sink does, none are described.
  var takesHistories: Bool { get }
  /// Whether the sink needs the attempts of queries. If no sink does, none are noted.
  var takesQueries: Bool { get }
  /// Whether the sink needs the steps of outboxes. If no sink does, none are noted.
  var takesOutboxes: Bool { get }
  /// Returns the name of the action or the effect that is a cause, without values, if the sink knows it.
  func name(of cause: EventCause) -> String?
  func take(_ event: StateEvent)
  /// Takes a step of an outbox at once, whether or not a store is concerned.
  func note(_ event: OutboxEvent)
  /// Notes that all events that were ready have been taken, such as all changes of a handler.
  func noteDelivery()
}

extension EventSink {
  package var takesValues: Bool { true }
  package var takesEventsAtOnce: Bool { false }
  package var takesHistories: Bool { false }
  package var takesQueries: Bool { false }
  package var takesOutboxes: Bool { takesQueries }
  package func name(of cause: EventCause) -> String? { nil }
  package func note(_ event: OutboxEvent) {}
  package func noteDelivery() {}
}

/// Delivers the events of all stores to the sinks, on the main actor, in the order in which they began.
///
/// A change that has begun holds back the events behind it until it is complete. Otherwise, events of the main actor
/// are delivered before `emit` returns. Events of other threads are delivered in a later turn of the main actor, or
/// with its next event.
package enum EventCenter {
  private enum Item {
    case event(StateEvent.Kind, of: StoreID, at: ContinuousClock.Instant)
    case change(TrackedChange)
  }

  private struct Queued {
    var hasSinks = false
    var recordsNewStores = false
    var items = Queue<Item>()
    /// The owners of threads for which a later turn of the main actor is scheduled to deliver.
    var scheduled: Set<ObjectIdentifier?> = []

    /// Removes the first item, unless it is a change that isn't settled.
    @MainActor
    mutating func popReady() -> Item? {
      if case .change(let change)? = items.first, !change.isSettled { return nil }
      return items.popFirst()
    }
  }

  // Sinks and recordings use the queue when they begin, so the core has its listener before the first event.
  private static let queued = {
    CoreListening.begin(CoreRecorder())
    return Locked(Queued())
  }()
  @MainActor private static var sinks: [any EventSink] = [] {
    didSet {
      CoreListening.updating = sinks.isEmpty ? nil : CurrentCause.withUpdate
      CoreListening.observing = sinks.isEmpty ? nil : CurrentCause.withElement
      CoreListening.keepCause = sinks.isEmpty ? nil : CurrentCause.kept
      CoreListening.keepCauseForContent = sinks.isEmpty ? nil : CurrentCause.keptForContent
      CoreListening.providesContent = sinks.isEmpty ? nil : ContentProviders.begin
      CoreListening.loads = sinks.contains(where: \.takesQueries) ? QueryRecorder() : nil
      CoreListening.outboxes = sinks.contains(where: \.takesOutboxes) ? OutboxRecorder() : nil
    }
  }
  /// Whether sinks are taking events.
  @MainActor package private(set) static var isDelivering = false
  /// Whether a sink receives events immediately.
  @MainActor private static var deliversAtOnce = false
  /// Whether a sink needs the changes of histories.
  @MainActor package private(set) static var takesHistories = false
  @MainActor private static var lastNumber = 0
  /// The number of times that all ready events have been delivered.
  @MainActor private(set) static var deliveryCount = 0
  /// The number of items above which delivery checks the changes that hold back other events.
  private static let longestWait = 4_096
  @MainActor private static var limit = longestWait

  /// The number of recorders that need each new store to be recorded.
  ///
  /// When the last one stops, the stores recorded for this reason stop recording.
  @MainActor package static var recordersOfAll = 0 {
    didSet {
      queued.withLock { $0.recordsNewStores = recordersOfAll > 0 }
      CoreListening.recordNew = recordersOfAll > 0 ? StoreRecording.recordNew : nil
      if recordersOfAll == 0 { StoreRecording.stopNewStores() }
    }
  }

  /// Whether new stores are recorded.
  @MainActor package static var recordsNewStores: Bool { recordersOfAll > 0 }

  /// `recordsNewStores`, from any context.
  package static var isToRecordNewStores: Bool { queued.withLock { $0.recordsNewStores } }

  /// Whether a recording that begins now reads values.
  ///
  /// It doesn't if none of the attached sinks needs them.
  @MainActor static var needsValues: Bool { sinks.isEmpty || sinks.contains { $0.takesValues } }

  /// Delivers all further events to a sink.
  @MainActor
  package static func attach(_ sink: any EventSink) {
    sinks.append(sink)
    deliversAtOnce = deliversAtOnce || sink.takesEventsAtOnce
    takesHistories = takesHistories || sink.takesHistories
    queued.withLock { $0.hasSinks = true }
  }

  @MainActor
  package static func detach(_ sink: any EventSink) {
    sinks.removeAll { $0 === sink }
    deliversAtOnce = sinks.contains { $0.takesEventsAtOnce }
    takesHistories = sinks.contains { $0.takesHistories }
    let isEmpty = sinks.isEmpty
    let dropped = queued.withLock { queued in
      queued.hasSinks = !isEmpty
      return isEmpty ? queued.items.takeAll() : []
    }
    withExtendedLifetime(dropped) {}
    if isEmpty { TrackedObject.releaseLeft() }
  }

  /// Returns the name of the action or the effect that is a cause, if a sink knows it.
  @MainActor
  static func name(of cause: EventCause) -> String? {
    for sink in sinks { if let name = sink.name(of: cause) { return name } }
    return nil
  }

  /// Tells all sinks of a step of an outbox.
  @MainActor
  static func tell(_ event: OutboxEvent) { for sink in sinks { sink.note(event) } }

  // MARK: Events

  /// Delivers an event behind the changes that began before it.
  ///
  /// This reads no field, because a field may be in the middle of a mutating call.
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

  /// Whether a sink is attached, from any context.
  static var hasSinks: Bool { queued.withLock { $0.hasSinks } }

  /// Delivers an event with the next one, or in a later turn at the latest.
  package static func emitLater(_ kind: StateEvent.Kind, of store: StoreID) {
    enqueue(kind, of: store)
    schedule()
  }

  /// Adds a change to the queue.
  ///
  /// It is delivered when it is complete.
  @MainActor
  static func enqueue(_ change: TrackedChange) {
    append(.change(change))
    if queued.withLock({ $0.items.count }) <= limit { return }
    // A field may be in the middle of a mutating call.
    deliverPastChanges(readsFields: false)
    Frame.forgetSettled()
  }

  /// Adds an event to the queue.
  ///
  /// It is delivered with the next one, or by `flush`.
  ///
  /// You can call this while holding another lock.
  package static func enqueue(_ kind: StateEvent.Kind, of store: StoreID) {
    append(.event(kind, of: store, at: .now))
  }

  private static func append(_ item: Item) {
    queued.withLock { if $0.hasSinks { $0.items.append(item) } }
  }

  /// Delivers the queued events.
  package static func flush() {
    guard MainThread.isCurrent else { return schedule() }
    MainActor.assumeIsolated { deliver(atOnce: deliversAtOnce) }
  }

  private static func schedule() {
    let owner = ThreadOwner.current
    guard queued.withLock({ $0.scheduled.insert(owner).inserted }) else { return }
    ImmediateTask.detached { @MainActor in
      queued.withLock { _ = $0.scheduled.remove(owner) }
      deliver()
    }
  }

  /// Lets another turn deliver the events of other threads.
  ///
  /// If other code takes over the main actor, the scheduled turn may never run.
  static func closeTurn() { queued.withLock { $0.scheduled = [] } }

  // MARK: Delivery

  @MainActor
  private static func deliver(atOnce: Bool) { if atOnce { report() } else { deliver() } }

  /// Delivers the events that are ready.
  ///
  /// Events that a sink emits come last.
  @MainActor
  static func deliver() {
    if isDelivering { return }
    isDelivering = true
    defer { isDelivering = false }
    while let first = queued.withLock({ $0.popReady() }) {
      take(first)
      while let item = queued.withLock({ $0.popReady() }) { take(item) }
      endDelivery()
    }
  }

  /// Delivers all changes that are complete or appear to be, even behind changes that aren't.
  ///
  /// Call this only where no state is being changed, because it reads fields.
  @MainActor
  package static func report() {
    UnobservedFields.report()
    deliverPastChanges()
  }

  @MainActor
  private static func deliverPastChanges(readsFields: Bool = true) {
    if isDelivering { return }
    isDelivering = true
    var unmade: [Item] = []
    while let item = queued.withLock({ $0.items.popFirst() }) {
      if case .change(let change) = item {
        if readsFields || change.value != nil { change.settleIfMade() }
        if !change.isSettled {
          unmade.append(item)
          continue
        }
      }
      take(item)
    }
    endDelivery()
    queued.withLock { queued in
      let added = queued.items.takeAll()
      for item in unmade + added { queued.items.append(item) }
    }
    limit = max(longestWait, 2 * unmade.count)
    isDelivering = false
  }

  @MainActor
  private static func endDelivery() {
    deliveryCount += 1
    for sink in sinks { sink.noteDelivery() }
    TrackedObject.releaseLeft()
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
