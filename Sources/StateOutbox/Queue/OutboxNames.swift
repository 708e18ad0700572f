/// Values that many changes share, each stored once while a change uses it.
struct OutboxNames<Value: Hashable & Sendable>: Sendable {
  private var index = OutboxIndex()
  private var values: ContiguousArray<Value?> = []
  private var counts: ContiguousArray<Int32> = []
  private var free: ContiguousArray<Int32> = []

  var count: Int { values.count - free.count }
  /// The memory of the tables in bytes, without what the values refer to.
  var size: Int {
    index.size + values.capacity * MemoryLayout<Value?>.stride
      + (counts.capacity + free.capacity) * MemoryLayout<Int32>.stride
  }

  subscript(number: Int) -> Value {
    guard let value = values[number] else { preconditionFailure("No change uses \(number).") }
    return value
  }

  /// Returns the number of a value that a change uses, if one does.
  func number(of value: Value) -> Int? {
    index.slot(hash: value.hashValue) { values[$0] == value }
  }

  /// Returns the number of a value for one more change.
  mutating func use(_ value: Value) -> Int {
    if let number = number(of: value) {
      counts[number] += 1
      return number
    }
    let number: Int
    if let last = free.popLast() {
      number = Int(last)
      values[number] = value
      counts[number] = 1
    } else {
      number = values.count
      values.append(value)
      counts.append(1)
    }
    index.insert(number, hash: value.hashValue)
    return number
  }

  /// Ends the use by one change.
  ///
  /// - Returns: `true` if the number is free now.
  mutating func release(_ number: Int) -> Bool {
    counts[number] -= 1
    guard counts[number] == 0 else { return false }
    index.remove(number, hash: values[number].hashValue(or: 0))
    values[number] = nil
    free.append(Int32(number))
    return true
  }
}

extension Optional where Wrapped: Hashable {
  fileprivate func hashValue(or other: Int) -> Int { self?.hashValue ?? other }
}
