/// A set of nodes that needs no allocation for two of them: work, and what replaces it.
struct WorkIDSet {
  private var first: WorkID?
  private var second: WorkID?
  private var others: Set<WorkID> = []

  var isEmpty: Bool { first == nil && second == nil && others.isEmpty }

  func contains(where condition: (WorkID) -> Bool) -> Bool {
    if let first, condition(first) { return true }
    if let second, condition(second) { return true }
    return others.contains(where: condition)
  }

  /// Returns all nodes except one, in the order of their beginning.
  func sorted(without excluded: WorkID? = nil) -> [WorkID] {
    var ids: [WorkID] = []
    if let first, first != excluded { ids.append(first) }
    if let second, second != excluded { ids.append(second) }
    for id in others where id != excluded { ids.append(id) }
    if ids.count > 1 { ids.sort { $0.generation < $1.generation } }
    return ids
  }

  /// Returns the other node, if there are exactly two.
  func other(than id: WorkID) -> WorkID? {
    guard others.isEmpty, let first, let second else { return nil }
    return first == id ? second : first
  }

  mutating func insert(_ id: WorkID) {
    if first == nil {
      first = id
    } else if second == nil {
      second = id
    } else {
      others.insert(id)
    }
  }

  mutating func remove(_ id: WorkID) {
    if first == id {
      first = nil
    } else if second == id {
      second = nil
    } else if !others.isEmpty {
      others.remove(id)
    }
  }
}
