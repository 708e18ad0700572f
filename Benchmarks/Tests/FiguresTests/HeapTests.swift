import Testing

@testable import Figures

struct HeapTests {
  @Test func countsWhatIsAllocated() {
    let before = Heap.bytesInUse
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 50_000_000, alignment: 16)
    #expect(Heap.bytesInUse - before > 40_000_000)
    memory.deallocate()
    #expect(Heap.bytesInUse - before < 10_000_000)
  }
}
