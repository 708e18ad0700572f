package import StateCore
import StateFields

/// The events of one store while it is recorded.
@MainActor
package final class StoreRecording {
  package nonisolated let id: StoreID
  /// The dropped actions that haven't ended.
  package nonisolated let dropped = Locked<Set<Int>>([])
  /// The tracked fields of the state, once a sink needs them.
  private var root: TrackedObject?
  private weak let stateObject: AnyObject?
  private let state: any Any.Type
  package nonisolated let feature: any Any.Type
  /// The parent store, once it is known.
  package var parent: StoreID?
  private let problems: [String]
  private let environmentKeys: [String]
  /// The start times of the handlers that haven't ended, by action number.
  package var handlers: [Int: ContinuousClock.Instant] = [:]

  /// Starts a recording with the current values of the state.
  package init(
    _ id: StoreID,
    state: AnyObject,
    feature: Any.Type,
    parent: StoreID?,
    environmentKeys: [any Any.Type] = []
  ) {
    self.id = id
    stateObject = state
    self.state = type(of: state)
    self.feature = feature
    self.parent = parent
    self.environmentKeys = environmentKeys.map { ValueText.name(of: $0) }.sorted()
    problems =
      (state as? any SnapshotState)?.fieldProblems
      ?? ["\(ValueText.name(of: type(of: state))) doesn't list its fields, so it can't be restored"]
    describe()
  }

  /// Emits the current values of the state for a recorder that starts now.
  package func describe() {
    // The emitted values include all earlier changes.
    EventCenter.report()
    if root == nil, EventCenter.needsValues {
      root = stateObject.map { TrackedObject.root($0, of: id) }
    }
    emit(
      .storeMade(
        StoreDescription(
          state: state,
          feature: feature,
          parent: parent,
          problems: problems,
          environmentKeys: environmentKeys,
          objects: root?.all.map(\.present) ?? []
        )
      )
    )
  }

  deinit {
    MainThread.run { [root, id] in root?.endRoot(of: id) }
  }

  // MARK: Stores

  private struct Weak {
    weak var store: (any RecordableStore)?
    /// The time from which it is recorded because all new stores are, as a serial number.
    var newNumber: Int?
  }

  /// The stores of each identity: several, if screens' stores share a state.
  private static var stores: [StoreID: [Weak]] = [:]
  private static var limit = 64

  /// Registers the store under its identity.
  package static func enter(_ store: any RecordableStore) {
    change(store) { _ in }
  }

  /// Registers a store that is recorded because all new stores are, before its recording begins.
  package static func enterNew(_ store: any RecordableStore) {
    change(store) { $0.newNumber = SerialNumber.next() }
  }

  private static func change(_ store: any RecordableStore, _ change: (inout Weak) -> Void) {
    if stores.count >= limit {
      stores = stores.mapValues { $0.filter { $0.store != nil } }.filter { !$0.value.isEmpty }
      limit = max(64, 2 * stores.count)
    }
    var entries = (stores[store.storeID] ?? []).filter { $0.store != nil }
    let index = entries.firstIndex { $0.store === store } ?? entries.endIndex
    if index == entries.endIndex { entries.append(Weak(store: store)) }
    change(&entries[index])
    stores[store.storeID] = entries
  }

  /// Records a store that was just created, because all new stores are recorded.
  static func recordNew(_ store: AnyObject) {
    guard let store = store as? any RecordableStore else { return }
    enterNew(store)
    store.startRecording()
  }

  /// Stops the recordings that began because all new stores were recorded.
  static func stopNewStores() {
    for (id, entries) in stores.sorted(by: { $0.key.number < $1.key.number }) {
      for entry in entries where entry.newNumber != nil {
        let index = stores[id]?.firstIndex { $0.store === entry.store }
        if let index { stores[id]?[index].newNumber = nil }
        entry.store?.stopRecording()
      }
    }
  }

  /// Whether a store was created after a serial number, and has been recorded since because all new stores are.
  package static func isNew(_ id: StoreID, since number: Int) -> Bool {
    stores[id]?.contains { $0.newNumber.map { $0 > number } ?? false } ?? false
  }

  /// Returns the stores of an identity that are or were recorded and still exist, the first recorded first.
  ///
  /// A screen's store has the identity of the state that it is bound to.
  package static func stores(_ id: StoreID) -> [any RecordableStore] {
    (stores[id] ?? []).compactMap(\.store).filter { $0.storeID == id }
  }

  /// Returns the first store of an identity that is or was recorded, if it still exists.
  package static func store(_ id: StoreID) -> (any RecordableStore)? { stores(id).first }

  package nonisolated func emit(_ kind: StateEvent.Kind) {
    EventCenter.emit(kind, of: id)
  }
}
