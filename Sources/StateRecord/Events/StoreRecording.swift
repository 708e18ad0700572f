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
    /// Whether it is recorded because all new stores are.
    var isNew = false
  }

  private static var stores: [StoreID: Weak] = [:]
  private static var limit = 64

  /// Registers the store under its identity.
  package static func enter(_ store: any RecordableStore) {
    if stores.count >= limit {
      stores = stores.filter { $0.value.store != nil }
      limit = max(64, 2 * stores.count)
    }
    let isNew = stores[store.storeID]?.isNew ?? false
    stores[store.storeID] = Weak(store: store, isNew: isNew)
  }

  /// Registers a store that records itself because all new stores are recorded.
  package static func enterNew(_ store: any RecordableStore) {
    stores[store.storeID] = Weak(store: store, isNew: true)
  }

  /// Records a store that was just created, because all new stores are recorded.
  static func recordNew(_ store: AnyObject) {
    guard let store = store as? any RecordableStore else { return }
    store.startRecording()
    enterNew(store)
  }

  /// Stops the recordings that began because all new stores were recorded.
  static func stopNewStores() {
    for (id, entry) in stores.sorted(by: { $0.key.number < $1.key.number }) where entry.isNew {
      stores[id]?.isNew = false
      entry.store?.stopRecording()
    }
  }

  /// Returns a store that is or was recorded, if it still exists.
  package static func store(_ id: StoreID) -> (any RecordableStore)? { stores[id]?.store }

  package nonisolated func emit(_ kind: StateEvent.Kind) {
    EventCenter.emit(kind, of: id)
  }
}
