/// A set of nodes that needs no allocation for a single one.
struct WorkIDSet {
  private var first: WorkID?
  private var others: Set<WorkID> = []

  var isEmpty: Bool { first == nil && others.isEmpty }

  func contains(where condition: (WorkID) -> Bool) -> Bool {
    if let first, condition(first) { return true }
    return others.contains(where: condition)
  }

  /// Returns all nodes except one, in the order of their beginning.
  func sorted(without excluded: WorkID? = nil) -> [WorkID] {
    var ids: [WorkID] = []
    if let first, first != excluded { ids.append(first) }
    for id in others where id != excluded { ids.append(id) }
    if ids.count > 1 { ids.sort { $0.generation < $1.generation } }
    return ids
  }

  mutating func insert(_ id: WorkID) {
    if first == nil { first = id } else { others.insert(id) }
  }

  mutating func remove(_ id: WorkID) {
    if first == id { first = nil } else { others.remove(id) }
  }
}
