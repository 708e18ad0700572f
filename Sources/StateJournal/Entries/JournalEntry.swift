public import StateCore
public import StateRecord

/// An event recorded by a journal.
public struct JournalEntry: Sendable {
  /// The event itself.
  public let event: StateEvent
  /// The approximate size of the entry in bytes.
  ///
  /// Values that it shares with the previous entry count only there.
  package let size: Int
  /// The names of the event's store, action, or effect.
  let names: EventNames
  /// The stores whose recording has stopped before this entry.
  let forgotten: [StoreID]
  /// Whether it is a change of an object that is only reachable through redacted fields.
  let isHidden: Bool

  init(
    _ event: StateEvent,
    _ names: EventNames,
    forgotten: [StoreID] = [],
    isHidden: Bool = false
  ) {
    self.event = event
    self.names = names
    self.isHidden = isHidden
    self.forgotten = forgotten
    size = event.size + MemoryLayout<JournalEntry>.stride - MemoryLayout<StateEvent>.stride
  }

  /// The position among all events of the process.
  public var number: Int { event.number }
  /// The time of the event.
  public var time: ContinuousClock.Instant { event.time }
  /// The store that the event belongs to.
  public var store: StoreID { event.store }
  /// The kind of the event.
  public var kind: StateEvent.Kind { event.kind }
  /// The type of the store's feature, or of the store itself.
  package var storeName: String { names.store }
}

extension JournalEntry: NumberedEntry {}

extension TrackedFrame: JournalFrame {
  package mutating func apply(_ entry: JournalEntry) {
    for store in entry.forgotten { forget(store) }
    apply(entry.event)
  }
}
