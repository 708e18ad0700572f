#if canImport(os)
import StateCore
import StateRecord
import os

/// The actions and effects of stores as intervals in Instruments.
struct Signposts {
  private struct Interval {
    let isEffect: Bool
    let state: OSSignpostIntervalState
  }

  private static let signposter = OSSignposter(subsystem: "StateJournal", category: "Stores")

  private var table = IntervalTable<Interval>()

  mutating func take(_ event: StateEvent, _ names: EventNames) {
    let ended = table.take(event.kind, names) { isEffect, name in
      let id = Self.signposter.makeSignpostID()
      let state =
        isEffect
        ? Self.signposter.beginInterval("effect", id: id, "\(name, privacy: .public)")
        : Self.signposter.beginInterval("action", id: id, "\(name, privacy: .public)")
      return Interval(isEffect: isEffect, state: state)
    }
    if let ended { end(ended) }
  }

  /// Ends the open intervals of a store that has ended.
  mutating func remove(_ store: StoreID) {
    for interval in table.remove(store) { end(interval) }
  }

  /// Ends all intervals.
  mutating func end() {
    for interval in table.removeAll() { end(interval) }
  }

  private func end(_ interval: Interval) {
    if interval.isEffect {
      Self.signposter.endInterval("effect", interval.state)
    } else {
      Self.signposter.endInterval("action", interval.state)
    }
  }
}
#else
import StateCore
import StateRecord

/// A stand-in for systems without signposts.
struct Signposts {
  func take(_ event: StateEvent, _ names: EventNames) {}
  func remove(_ store: StoreID) {}
  func end() {}
}
#endif
