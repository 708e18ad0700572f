public import StateCore
public import StateRecord

/// An event that a journal has recorded.
public struct JournalEntry: Sendable {
  /// What happened, where and when.
  public let event: StateEvent
  /// A rough number of bytes that the entry takes up; values that the one before has count there.
  public let size: Int
  /// How the event's store, action or effect is called.
  let names: EventNames
  /// The stores that were recorded up to here.
  let forgotten: [StoreID]
  /// Whether it is a change of an object that is only below redacted fields.
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

  /// The place among all events of the process.
  public var number: Int { event.number }
  /// When it happened.
  public var time: ContinuousClock.Instant { event.time }
  /// The store that it happened in.
  public var store: StoreID { event.store }
  /// What happened.
  public var kind: StateEvent.Kind { event.kind }
  /// The type of the store's feature, or of the store itself.
  public var storeName: String { names.store }
}

extension JournalEntry: NumberedEntry {}

extension TrackedFrame: JournalFrame {
  package mutating func apply(_ entry: JournalEntry) {
    for store in entry.forgotten { forget(store) }
    apply(entry.event)
  }
}
