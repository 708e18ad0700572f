import Testing

@testable import StateOutbox

@Suite struct OutboxNamesTests {
  @Test func aValueIsStoredOnceWhileItIsUsed() {
    var names = OutboxNames<String>()
    let first = names.use("a")
    let second = names.use("b")
    #expect(first != second)
    let again = names.use("a")
    #expect(again == first)
    #expect(names[first] == "a" && names[second] == "b")
    #expect(names.count == 2)
    let isFree = names.release(first)
    #expect(!isFree)
    #expect(names.number(of: "a") == first)
    let isFreeNow = names.release(first)
    #expect(isFreeNow)
    #expect(names.number(of: "a") == nil && names.count == 1)
    let third = names.use("c")
    #expect(third == first)
    #expect(names.number(of: "c") == first && names.number(of: "b") == second)
  }

  @Test func theMemoryOfReleasedValuesIsUsedAgain() {
    var names = OutboxNames<Int>()
    var sizes: [Int] = []
    for round in 1...20 {
      for value in 0..<100 { _ = names.use(round * 1_000 + value) }
      #expect(names.count == 100)
      for number in 0..<100 {
        let isFree = names.release(number)
        #expect(isFree)
      }
      #expect(names.count == 0)
      sizes.append(names.size)
    }
    #expect(sizes.first == sizes.last)
  }
}
