/// A hash table of slots, whose keys are stored elsewhere.
///
/// A dictionary would store each key again, which doubles the memory of the queue.
struct OutboxIndex: Sendable {
  private struct Bucket: Sendable {
    /// The slot plus one; 0 is empty.
    var slot: Int32 = 0
    var hash: UInt32 = 0
  }

  /// The slots, by hash with linear probing.
  private var buckets = ContiguousArray(repeating: Bucket(), count: 4)
  private(set) var count = 0
  /// The memory of the table in bytes.
  var size: Int { buckets.capacity * MemoryLayout<Bucket>.stride }

  private var mask: Int { buckets.count - 1 }

  func slot(hash: Int, where isEqual: (Int) -> Bool) -> Int? {
    let hash = UInt32(truncatingIfNeeded: hash)
    var bucket = Int(hash) & mask
    while buckets[bucket].slot != 0 {
      let slot = Int(buckets[bucket].slot) - 1
      if buckets[bucket].hash == hash, isEqual(slot) { return slot }
      bucket = (bucket + 1) & mask
    }
    return nil
  }

  /// Inserts a slot that isn't in the table.
  mutating func insert(_ slot: Int, hash: Int) {
    if (count + 1) * 4 > buckets.count * 3 {
      let old = buckets
      buckets = ContiguousArray(repeating: Bucket(), count: old.count * 2)
      for bucket in old where bucket.slot != 0 { put(bucket) }
    }
    put(Bucket(slot: Int32(slot + 1), hash: UInt32(truncatingIfNeeded: hash)))
    count += 1
  }

  mutating func remove(_ slot: Int, hash: Int) {
    var hole = Int(UInt32(truncatingIfNeeded: hash)) & mask
    while buckets[hole].slot != Int32(slot + 1) {
      guard buckets[hole].slot != 0 else { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    buckets[hole] = Bucket()
    // Moves later slots of the run back, so that each is found from its own bucket.
    var bucket = (hole + 1) & mask
    while buckets[bucket].slot != 0 {
      let home = Int(buckets[bucket].hash) & mask
      if (bucket - home) & mask >= (bucket - hole) & mask {
        buckets[hole] = buckets[bucket]
        buckets[bucket] = Bucket()
        hole = bucket
      }
      bucket = (bucket + 1) & mask
    }
  }

  private mutating func put(_ element: Bucket) {
    var bucket = Int(element.hash) & mask
    while buckets[bucket].slot != 0 { bucket = (bucket + 1) & mask }
    buckets[bucket] = element
  }
}
