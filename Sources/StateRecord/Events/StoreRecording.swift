package import StateCore
import StateFields

/// The events of one store, for as long as somebody records it.
@MainActor
package final class StoreRecording {
  package nonisolated let id: StoreID
  /// The actions that were dropped and have not ended.
  package nonisolated let dropped = Locked<Set<Int>>([])
  /// The fields of the state, from when a sink needs them.
  private var root: TrackedObject?
  private weak let stateObject: AnyObject?
  private let state: any Any.Type
  package nonisolated let feature: any Any.Type
  /// The store above, once it is known.
  package var parent: StoreID?
  private let problems: [String]
  /// When the handlers have begun that have not ended, by the numbers of their actions.
  package var handlers: [Int: ContinuousClock.Instant] = [:]

  /// Begins with the values that the state has now.
  package init(
    _ id: StoreID,
    state: AnyObject,
    feature: Any.Type,
    parent: StoreID?
  ) {
    self.id = id
    stateObject = state
    self.state = type(of: state)
    self.feature = feature
    self.parent = parent
    problems =
      (state as? any SnapshotState)?.fieldProblems
      ?? ["\(ValueText.name(of: type(of: state))) does not name its fields, and can't be restored"]
    describe()
  }

  /// Emits the values that the state has, for one who begins to record the store.
  package func describe() {
    // The values are those behind the changes that were made before.
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
    /// Whether it is recorded because all new stores are.
    var isNew = false
  }

  private static var stores: [StoreID: Weak] = [:]
  private static var limit = 64

  /// Lets the store be found by its identity.
  package static func enter(_ store: any RecordableStore) {
    if stores.count >= limit {
      stores = stores.filter { $0.value.store != nil }
      limit = max(64, 2 * stores.count)
    }
    let isNew = stores[store.storeID]?.isNew ?? false
    stores[store.storeID] = Weak(store: store, isNew: isNew)
  }

  /// Notes that a store has begun to record itself because all new ones do.
  package static func enterNew(_ store: any RecordableStore) {
    stores[store.storeID] = Weak(store: store, isNew: true)
  }

  /// Ends the recordings that were begun because all new stores were recorded.
  static func stopNewStores() {
    for (id, entry) in stores.sorted(by: { $0.key.number < $1.key.number }) where entry.isNew {
      stores[id]?.isNew = false
      entry.store?.stopRecording()
    }
  }

  /// A store that is or was recorded and is still there.
  package static func store(_ id: StoreID) -> (any RecordableStore)? { stores[id]?.store }

  package nonisolated func emit(_ kind: StateEvent.Kind) {
    EventCenter.emit(kind, of: id)
  }
}
