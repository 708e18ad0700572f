import StateCore
import StateRecord

/// The open intervals of actions and effects, from the events of stores.
struct IntervalTable<Interval> {
  private struct Store {
    var actions: [ActionID: Interval] = [:]
    var effects: [EffectID: Interval] = [:]
  }

  private var stores: [StoreID: Store] = [:]

  /// Handles an event.
  ///
  /// If an interval begins with it, `begin` creates the interval.
  ///
  /// - Returns: The interval that ends with the event.
  mutating func take(
    _ kind: StateEvent.Kind,
    _ names: EventNames,
    begin: (_ isEffect: Bool, _ name: String) -> Interval
  ) -> Interval? {
    let name = "\(names.store): \(names.subject ?? "unnamed")"
    switch kind {
    case .actionReceived(let id, _):
      stores[id.store, default: Store()].actions[id] = begin(false, name)
      return nil
    case .actionDropped(let id, _), .actionDone(let id):
      return stores[id.store]?.actions.removeValue(forKey: id)
    case .effect(let id, .started):
      // A further attempt belongs to the same run.
      if stores[id.store]?.effects[id] != nil { return nil }
      stores[id.store, default: Store()].effects[id] = begin(true, name)
      return nil
    case .effect(let id, .ended): return stores[id.store]?.effects.removeValue(forKey: id)
    default: return nil
    }
  }

  /// Removes a store that has ended.
  ///
  /// Returns its open intervals.
  mutating func remove(_ store: StoreID) -> [Interval] {
    guard let store = stores.removeValue(forKey: store) else { return [] }
    return Array(store.actions.values) + Array(store.effects.values)
  }

  /// Removes all stores.
  ///
  /// Returns their open intervals.
  mutating func removeAll() -> [Interval] {
    stores.keys.flatMap { remove($0) }
  }
}
