package import StateCore
package import StateFields

/// The values of all objects of the recorded stores at one time.
///
/// Applying events advances it. Objects that no store contains are left out.
///
/// - Complexity: O(1) amortised for an event, and O(count) for one with children.
package struct TrackedFrame {
  package struct Object {
    let object: TrackedObject
    package fileprivate(set) var values: [SnapshotValue]
    /// The children of each field that has any; a `nil` element stands for a plain value.
    package fileprivate(set) var children: [Int: [TrackedObject.ID?]] = [:]
    /// The number of places that refer to it, as a child or as the object of a store.
    fileprivate var references = 0

    var identity: ObjectIdentifier { object.identity }
    package var shape: TrackedShape { object.shape }
  }

  package private(set) var objects: [TrackedObject.ID: Object] = [:]
  private var identities: [ObjectIdentifier: TrackedObject.ID] = [:]
  package private(set) var roots: [StoreID: TrackedObject.ID] = [:]
  /// The descriptions of the stores, without the initial values.
  package private(set) var stores: [StoreID: StoreDescription] = [:]
  private var fieldCount = 0
  /// The number of objects that triggers a search for objects that only refer to each other.
  private var sweepLimit = 64

  package init() {}

  /// Returns the objects of the given stores, each once.
  func objects(of stores: [StoreID]) -> [Object] {
    var all: [Object] = []
    var found: Set<TrackedObject.ID> = []
    for store in stores {
      var open = roots[store].map { [$0] } ?? []
      while let id = open.popLast() {
        guard found.insert(id).inserted, let object = objects[id] else { continue }
        all.append(object)
        for case let child? in object.children.values.joined() { open.append(child) }
      }
    }
    return all
  }

  /// The number of objects.
  package var count: Int { objects.count }

  /// The size of a copy in bytes, not including the values, which copies share.
  package var size: Int { objects.count * 160 + fieldCount * MemoryLayout<SnapshotValue>.stride }

  /// Whether a store contains the object.
  package func contains(_ object: TrackedObject.ID) -> Bool { objects[object] != nil }

  package mutating func apply(_ event: StateEvent) {
    switch event.kind {
    case .storeMade(let description):
      enter(description.objects)
      setRoot(description.objects.first?.id, of: event.store)
      stores[event.store] = description.withoutObjects
    case .storeEnded: forget(event.store)
    case .change(let change):
      guard objects[change.place.object] != nil, let value = change.new.field else { return }
      enter(change.added)
      set(value, change.place.field, of: change.place.object)
    default: return
    }
    if objects.count >= sweepLimit { sweep() }
  }

  /// Returns an event with all of its new children that aren't known here.
  ///
  /// Another store may already have contained them.
  @MainActor
  package func completing(_ event: StateEvent) -> StateEvent {
    guard case .change(let change) = event.kind else { return event }
    let children = change.new.field?.children ?? []
    if children.isEmpty { return event }
    var known = Set(change.added.map(\.id))
    var missing: [TrackedValues] = []
    var open = children + change.added.flatMap { $0.values.flatMap(\.children) }
    while let child = open.popLast() {
      guard let object = TrackedObject[child.object], !known.contains(object.id),
        objects[object.id] == nil
      else { continue }
      known.insert(object.id)
      missing.append(object.present)
      open += object.present.values.flatMap(\.children)
    }
    if missing.isEmpty { return event }
    return StateEvent(
      number: event.number,
      time: event.time,
      store: event.store,
      kind: .change(change.adding(missing))
    )
  }

  /// Releases a store that is no longer recorded.
  package mutating func forget(_ store: StoreID) {
    setRoot(nil, of: store)
    stores[store] = nil
  }

  // MARK: Objects

  private mutating func enter(_ list: [TrackedValues]) {
    var new: [TrackedObject.ID] = []
    for entry in list {
      identities[entry.identity] = entry.id
      guard objects[entry.id] == nil else { continue }
      objects[entry.id] = Object(
        object: entry.object,
        values: entry.values
      )
      fieldCount += entry.values.count
      new.append(entry.id)
    }
    for id in new {
      guard let values = objects[id]?.values else { continue }
      for (field, value) in values.enumerated() where !value.children.isEmpty {
        setChildren(of: value, field, of: id)
      }
    }
    // Known objects have their values again, or the values that were missed.
    if new.count == list.count { return }
    let isNew = Set(new)
    for entry in list where !isNew.contains(entry.id) {
      for (field, value) in entry.values.enumerated() { set(value, field, of: entry.id) }
    }
  }

  private mutating func set(_ value: SnapshotValue, _ field: Int, of id: TrackedObject.ID) {
    guard let count = objects[id]?.values.count, field < count else { return }
    objects[id]?.values[field] = value
    if value.children.isEmpty, objects[id]?.children[field] == nil { return }
    setChildren(of: value, field, of: id)
  }

  private mutating func setChildren(
    of value: SnapshotValue,
    _ field: Int,
    of id: TrackedObject.ID
  ) {
    let new = value.children.map { identities[ObjectIdentifier($0.object)] }
    for case let child? in new { objects[child]?.references += 1 }
    let old = objects[id]?.children[field] ?? []
    objects[id]?.children[field] = new.isEmpty ? nil : new
    release(old)
  }

  private mutating func setRoot(_ root: TrackedObject.ID?, of store: StoreID) {
    if let root { objects[root]?.references += 1 }
    let old = roots[store]
    roots[store] = root
    release([old])
  }

  /// Releases references, and everything that has no other reference.
  private mutating func release(_ references: [TrackedObject.ID?]) {
    var open = references
    while let next = open.popLast() {
      guard let id = next, let count = objects[id]?.references else { continue }
      if count > 1 {
        objects[id]?.references = count - 1
      } else if let object = remove(id) {
        open += object.children.values.joined()
      }
    }
  }

  private mutating func remove(_ id: TrackedObject.ID) -> Object? {
    guard let object = objects.removeValue(forKey: id) else { return nil }
    fieldCount -= object.values.count
    if identities[object.identity] == id { identities[object.identity] = nil }
    return object
  }

  /// Releases objects that only refer to each other.
  private mutating func sweep() {
    var found = Set(roots.values)
    var open = Array(found)
    while let id = open.popLast() {
      for case let child? in (objects[id]?.children.values.joined()).map(Array.init) ?? []
      where found.insert(child).inserted {
        open.append(child)
      }
    }
    for id in objects.keys.filter({ !found.contains($0) }) {
      guard let object = remove(id) else { continue }
      for case let child? in object.children.values.joined() where found.contains(child) {
        objects[child]?.references -= 1
      }
    }
    sweepLimit = max(64, objects.count * 2)
  }
}
