/// An observer of the saves of states, for other products of this package.
@MainActor
package protocol SaveObserver: AnyObject {
  /// The values of a state were copied for a save.
  func willSave()
  /// The copied values are in the storage.
  func didSave()
  /// Writes what belongs to the saved values, and returns when it is written.
  func flush() async
}

/// The observers of the saves of states.
@MainActor
package enum SaveObservers {
  private struct Entry {
    weak var state: AnyObject?
    weak var observer: (any SaveObserver)?
  }

  private static var entries: [ObjectIdentifier: [Entry]] = [:]

  /// Observes the saves of a state, until the observer is deallocated or removed.
  package static func add(_ observer: any SaveObserver, to state: AnyObject) {
    entries = entries.compactMapValues { list in
      let list = list.filter { $0.state != nil && $0.observer != nil }
      return list.isEmpty ? nil : list
    }
    entries[ObjectIdentifier(state), default: []].append(Entry(state: state, observer: observer))
  }

  /// Ends the observations of an observer.
  package static func remove(_ observer: any SaveObserver) {
    entries = entries.compactMapValues { list in
      let list = list.filter { $0.observer !== observer && $0.observer != nil }
      return list.isEmpty ? nil : list
    }
  }

  /// Whether a state is attached to a location.
  package static func isSaved(_ state: AnyObject) -> Bool {
    SharedPlaces.all.contains { $0.follows(state) }
  }

  /// Whether a state has changes that aren't in its storage.
  package static func hasChanges(_ state: AnyObject) -> Bool {
    SharedPlaces.all.contains { $0.follows(state) && $0.hasChanges }
  }

  static func willSave(_ state: AnyObject) {
    if entries.isEmpty { return }
    for observer in observers(of: state) { observer.willSave() }
  }

  static func didSave(_ state: AnyObject?) {
    guard !entries.isEmpty, let state else { return }
    for observer in observers(of: state) { observer.didSave() }
  }

  static func flush(_ state: AnyObject?) async {
    guard !entries.isEmpty, let state else { return }
    for observer in observers(of: state) { await observer.flush() }
  }

  private static func observers(of state: AnyObject) -> [any SaveObserver] {
    (entries[ObjectIdentifier(state)] ?? []).filter { $0.state === state }.compactMap(\.observer)
  }
}
