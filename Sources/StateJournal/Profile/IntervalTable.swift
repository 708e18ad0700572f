import StateCore
import StateRecord

/// The intervals of the actions and effects that are not done, from the events of stores.
struct IntervalTable<Interval> {
  private struct Store {
    var actions: [ActionID: Interval] = [:]
    var effects: [EffectID: Interval] = [:]
  }

  private var stores: [StoreID: Store] = [:]

  /// Takes what has happened, with which an interval may begin that `begin` makes.
  ///
  /// - Returns: The interval that ends with it.
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
      // A further attempt is the same run.
      if stores[id.store]?.effects[id] != nil { return nil }
      stores[id.store, default: Store()].effects[id] = begin(true, name)
      return nil
    case .effect(let id, .ended): return stores[id.store]?.effects.removeValue(forKey: id)
    default: return nil
    }
  }

  /// Forgets a store that has gone; returns the intervals that it has not ended.
  mutating func remove(_ store: StoreID) -> [Interval] {
    guard let store = stores.removeValue(forKey: store) else { return [] }
    return Array(store.actions.values) + Array(store.effects.values)
  }

  /// Forgets all stores; returns the intervals that they have not ended.
  mutating func removeAll() -> [Interval] {
    stores.keys.flatMap { remove($0) }
  }
}
