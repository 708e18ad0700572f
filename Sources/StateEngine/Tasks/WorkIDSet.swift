/// A set of nodes that needs no allocation for one.
struct WorkIDSet {
  private var first: WorkID?
  private var others: Set<WorkID> = []

  var isEmpty: Bool { first == nil && others.isEmpty }

  /// In the order of their beginning.
  var sorted: [WorkID] {
    let others = others.sorted { $0.generation < $1.generation }
    guard let first else { return others }
    return others.isEmpty ? [first] : ([first] + others).sorted { $0.generation < $1.generation }
  }

  /// Whether there is nothing but this id.
  func isOnly(_ id: WorkID) -> Bool {
    first == id && others.isEmpty
  }

  mutating func insert(_ id: WorkID) {
    if first == nil { first = id } else { others.insert(id) }
  }

  mutating func remove(_ id: WorkID) {
    if first == id { first = nil } else { others.remove(id) }
  }
}
