extension WorkLedger {
  /// The lanes by their keys.
  ///
  /// A key that is alone isn't hashed, because most tables have one lane.
  struct LaneTable {
    private var first: (key: LaneKey, lane: Int)?
    private var others: [LaneKey: Int] = [:]

    var isEmpty: Bool { first == nil && others.isEmpty }
    var all: [(key: LaneKey, lane: Int)] {
      (first.map { [$0] } ?? []) + others.map { (key: $0.key, lane: $0.value) }
    }

    subscript(key: LaneKey) -> Int? {
      if let first, first.key == key { return first.lane }
      return others.isEmpty ? nil : others[key]
    }

    /// Adds a lane whose key isn't in the table.
    mutating func insert(_ lane: Int, for key: LaneKey) {
      if first == nil { first = (key, lane) } else { others[key] = lane }
    }

    /// Removes a lane.
    ///
    /// The lane itself has a copy of the key, so that nothing is released here.
    mutating func remove(_ lane: Int, for key: LaneKey) {
      if first?.lane == lane { first = nil } else { others[key] = nil }
    }
  }
}
