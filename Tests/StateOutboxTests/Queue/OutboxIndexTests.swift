import StateCore
import Testing

@testable import StateOutbox

@Suite struct OutboxIndexTests {
  /// Compares random inserts and removals with a dictionary.
  ///
  /// Few different hashes lead to long runs of buckets.
  @Test(arguments: [1, 3, 16, 1_000_000]) func slotsAreThoseOfADictionary(hashes: Int) {
    var random = SeededGenerator(seed: hashes)
    var index = OutboxIndex()
    var hashOfSlot: [Int: Int] = [:]
    for slot in 0..<2_000 {
      let hash = Int.random(in: 0..<hashes, using: &random) &* 0x9E37_79B9
      if Int.random(in: 0..<3, using: &random) == 0, let (old, oldHash) = hashOfSlot.first {
        index.remove(old, hash: oldHash)
        hashOfSlot[old] = nil
        #expect(index.slot(hash: oldHash) { $0 == old } == nil)
      }
      guard hashOfSlot.count < 200 else { continue }
      index.insert(slot, hash: hash)
      hashOfSlot[slot] = hash
    }
    #expect(index.count == hashOfSlot.count)
    for (slot, hash) in hashOfSlot {
      #expect(index.slot(hash: hash) { $0 == slot } == slot)
    }
    for (slot, hash) in hashOfSlot { index.remove(slot, hash: hash) }
    #expect(index.count == 0)
  }

  @Test func aSlotThatIsNotThereIsNotRemoved() {
    var index = OutboxIndex()
    index.insert(4, hash: 8)
    index.remove(5, hash: 8)
    #expect(index.count == 1)
    #expect(index.slot(hash: 8) { _ in true } == 4)
    #expect(index.slot(hash: 9) { _ in true } == nil)
  }
}
