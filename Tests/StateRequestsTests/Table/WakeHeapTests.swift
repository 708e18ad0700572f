import StateCore
import StateTestSupport
import Testing

@testable import StateRequests

@Suite struct WakeHeapTests {
  @Test func elementsLeaveInTheOrderOfTheirTimes() {
    for seed in seedsOnOneThread(0..<50) {
      var random = SeededGenerator(seed: seed)
      var heap = WakeHeap()
      var times: [Int] = []
      for number in 0..<Int.random(in: 1...40, using: &random) {
        let time = Int.random(in: 0..<20, using: &random)
        times.append(time)
        heap.insert(WakeHeap.Element(time: .seconds(time), slot: time, number: number))
      }
      heap.keep { $0.slot != 7 }
      times.removeAll { $0 == 7 }
      var found: [Int] = []
      while let first = heap.first {
        found.append(first.slot)
        heap.removeFirst()
      }
      #expect(found == times.sorted(), "seed \(seed)")
    }
  }
}
