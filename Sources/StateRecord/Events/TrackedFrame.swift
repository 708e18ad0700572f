package import StateCore
package import StateFields

/// The values that all objects of the recorded stores have at one time.
///
/// Events bring it forward. It leaves out objects that no store has any more.
///
/// - Complexity: O(1) amortised for an event, and O(count) for one with children.
package struct TrackedFrame {
  package struct Object {
    let object: TrackedObject
    package fileprivate(set) var values: [SnapshotValue]
    /// The children in each field that has some; nothing for a value that stands for none.
    package fileprivate(set) var children: [Int: [TrackedObject.ID?]] = [:]
    /// The number of places at which it is a child or the object of a store.
    fileprivate var references = 0

    var identity: ObjectIdentifier { object.identity }
    package var shape: TrackedShape { object.shape }
  }

  package private(set) var objects: [TrackedObject.ID: Object] = [:]
  private var identities: [ObjectIdentifier: TrackedObject.ID] = [:]
  package private(set) var roots: [StoreID: TrackedObject.ID] = [:]
  /// What the stores are, without the values at the beginning.
  package private(set) var stores: [StoreID: StoreDescription] = [:]
  private var fieldCount = 0
  /// The number of objects at which those are looked for that hold only each other.
  private var sweepLimit = 64

  package init() {}

  /// The objects of stores, each once.
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

  /// The bytes that a copy takes up beside the values, which copies share.
  package var size: Int { objects.count * 160 + fieldCount * MemoryLayout<SnapshotValue>.stride }

  /// Whether the object is part of a store.
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

  /// An event with all children that have come with it and are not known here.
  ///
  /// Another store may have had them before.
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

  /// Lets go of a store that is not recorded any more.
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
    // Objects that were known have their values again, or those that were missed.
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

  /// Lets go of references, and of all that nothing else has.
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

  /// Lets go of objects that hold only each other.
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
