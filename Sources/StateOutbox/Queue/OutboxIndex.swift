/// A hash table of slots, whose keys are stored elsewhere.
///
/// A dictionary would store each key again, which doubles the memory of the queue.
struct OutboxIndex: Sendable {
  /// The slots plus one, by hash with linear probing; 0 is empty.
  private var buckets: ContiguousArray<Int32> = [0, 0, 0, 0]
  private(set) var count = 0
  /// The memory of the table in bytes.
  var size: Int { buckets.capacity * MemoryLayout<Int32>.stride }

  private func bucket(of hash: Int) -> Int { hash & (buckets.count - 1) }
  private func next(_ bucket: Int) -> Int { (bucket + 1) & (buckets.count - 1) }

  func slot(hash: Int, where isEqual: (Int) -> Bool) -> Int? {
    var bucket = bucket(of: hash)
    while buckets[bucket] != 0 {
      let slot = Int(buckets[bucket]) - 1
      if isEqual(slot) { return slot }
      bucket = next(bucket)
    }
    return nil
  }

  /// Inserts a slot that isn't in the table.
  mutating func insert(_ slot: Int, hash: Int, hashOf: (Int) -> Int) {
    if (count + 1) * 4 > buckets.count * 3 {
      let old = buckets
      buckets = ContiguousArray(repeating: 0, count: old.count * 2)
      for value in old where value != 0 { put(value, hashOf(Int(value) - 1)) }
    }
    put(Int32(slot + 1), hash)
    count += 1
  }

  mutating func remove(_ slot: Int, hash: Int, hashOf: (Int) -> Int) {
    var hole = bucket(of: hash)
    while buckets[hole] != Int32(slot + 1) {
      guard buckets[hole] != 0 else { return }
      hole = next(hole)
    }
    count -= 1
    buckets[hole] = 0
    // Moves later slots of the run back, so that each is found from its own bucket.
    var bucket = next(hole)
    while buckets[bucket] != 0 {
      let home = self.bucket(of: hashOf(Int(buckets[bucket]) - 1))
      let mask = buckets.count - 1
      if (bucket - home) & mask >= (bucket - hole) & mask {
        buckets[hole] = buckets[bucket]
        buckets[bucket] = 0
        hole = bucket
      }
      bucket = next(bucket)
    }
  }

  private mutating func put(_ value: Int32, _ hash: Int) {
    var bucket = bucket(of: hash)
    while buckets[bucket] != 0 { bucket = next(bucket) }
    buckets[bucket] = value
  }
}
