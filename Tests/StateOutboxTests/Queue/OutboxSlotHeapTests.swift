import StateCore
import Testing

@testable import StateOutbox

@Suite struct OutboxSlotHeapTests {
  @Test func aSlotHasItsLastDate() {
    var random = SeededGenerator(seed: 5)
    var heap = OutboxSlotHeap()
    var dates: [Int: Double] = [:]
    for _ in 0..<5_000 {
      let slot = Int.random(in: 0..<40, using: &random)
      let date = Double(Int.random(in: 0..<30, using: &random))
      let isRemoved = date < 10
      heap.set(slot, isRemoved ? .infinity : date)
      dates[slot] = isRemoved ? nil : date
      #expect(heap.count == dates.count)
      #expect(heap.first?.date == dates.values.min())
      #expect(heap.first.map { dates[Int($0.slot)] } == heap.first?.date)
    }
    var found: [Double] = []
    while let first = heap.first {
      found.append(first.date)
      heap.set(Int(first.slot), .infinity)
    }
    #expect(found == dates.values.sorted())
  }
}
