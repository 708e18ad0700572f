import StateFields
import StateRecord

/// The objects of the last frame that are reachable without a redacted field, updated by events.
struct VisibleObjects {
  /// The objects; `nil` while no redacted field has contained children, because then all objects are reachable.
  private var objects: Set<TrackedObject.ID>?

  func contains(_ id: TrackedObject.ID) -> Bool { objects?.contains(id) ?? true }

  /// Updates the objects after an event that led to a frame.
  mutating func update(_ entry: JournalEntry, _ frame: TrackedFrame) {
    var changed: [TrackedObject.ID] = []
    switch entry.kind {
    case .storeMade(let description): changed = description.objects.map(\.id)
    case .change(let change):
      guard case .children? = change.new.field else { break }
      changed = change.added.map(\.id) + [change.place.object]
    case .storeEnded: break
    default: if entry.forgotten.isEmpty { return }
    }
    if objects == nil, !changed.contains(where: frame.hidesChildren) { return }
    if !changed.isEmpty || entry.changesStores { objects = frame.visibleObjects }
  }
}

extension JournalEntry {
  /// Whether a store is removed with it.
  fileprivate var changesStores: Bool {
    if case .storeEnded = kind { true } else { !forgotten.isEmpty }
  }
}

extension TrackedFrame {
  /// Whether a redacted field of an object contains children.
  func hidesChildren(_ id: TrackedObject.ID) -> Bool {
    guard let object = objects[id] else { return false }
    return object.children.keys.contains { object.shape.fields[$0].isRedacted }
  }

  /// Returns the children of an object in fields that aren't redacted.
  func openChildren(of id: TrackedObject.ID) -> [TrackedObject.ID] {
    guard let object = objects[id] else { return [] }
    return object.children.sorted { $0.key < $1.key }.flatMap { field, children in
      object.shape.fields[field].isRedacted ? [] : children.compactMap(\.self)
    }
  }

  /// The objects that are reachable without a redacted field.
  ///
  /// - Complexity: O(n), where n is the number of objects.
  var visibleObjects: Set<TrackedObject.ID> {
    var open = roots.filter { store, _ in
      guard let parent = stores[store]?.parent else { return true }
      return roots[parent] == nil
    }.map(\.value)
    var found = Set(open)
    while let id = open.popLast() {
      for child in openChildren(of: id) where found.insert(child).inserted { open.append(child) }
    }
    return found
  }
}
