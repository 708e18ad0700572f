import StateCore
import Testing

@Suite struct ShortListTests {
  @Test(arguments: 0...4)
  func elementsAreInTheOrderOfTheirAppending(count: Int) {
    var list = ShortList<Int>()
    for element in 0..<count { list.append(element) }
    #expect(list.count == count)
    #expect(list.isEmpty == (count == 0))
    #expect(Array(list) == Array(0..<count))
    #expect(list.reversed() == (0..<count).reversed())
  }

  @Test(arguments: 0...4)
  func allAreTakenOnce(count: Int) {
    var list = ShortList<Int>()
    for element in 0..<count { list.append(element) }
    #expect(Array(list.takeAll()) == Array(0..<count))
    #expect(list.isEmpty)
    list.append(7)
    #expect(Array(list) == [7])
  }
}
