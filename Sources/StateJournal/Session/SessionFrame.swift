/// The values of all objects of a session at one time.
package struct SessionFrame: Sendable, Hashable {
  /// The objects by number.
  ///
  /// Some may no longer belong to a store.
  package private(set) var objects: [Int: SessionObject] = [:]
  /// The objects that are the states of stores.
  package private(set) var roots: [Int: Int] = [:]

  package init() {}

  /// Returns the children of an object, each with its field and place.
  package func children(of object: Int) -> [(field: Int, child: SessionChild)] {
    var all: [(field: Int, child: SessionChild)] = []
    for (field, value) in (objects[object]?.values ?? []).enumerated() {
      for child in value.children?.list ?? [] where child.object != nil {
        all.append((field, child))
      }
    }
    return all
  }

  /// Returns an object and all objects below it, each once.
  package func all(below root: Int) -> [Int] {
    var found: Set<Int> = [root]
    var all = [root]
    var next = 0
    while next < all.count {
      for (_, child) in children(of: all[next]) {
        if let id = child.object, found.insert(id).inserted { all.append(id) }
      }
      next += 1
    }
    return all
  }

  package mutating func apply(_ entry: SessionEntry) {
    for store in entry.stopped { roots[store] = nil }
    switch entry.kind {
    case .storeMade(let store, let list):
      enter(list)
      roots[entry.store] = store.root
    case .storeEnded: roots[entry.store] = nil
    case .change(let change):
      enter(change.added)
      // A damaged file may name a field that doesn't exist.
      guard let count = objects[change.object]?.values.count, 0..<count ~= change.field else {
        return
      }
      objects[change.object]?.values[change.field] = change.value
    default: return
    }
  }

  private mutating func enter(_ list: [SessionObject]) {
    for object in list { objects[object.id] = object }
  }
}
