import Foundation
import Testing

@testable import StateRecord

@Suite struct ValueSizeTests {
  private struct Row {
    var id = 1
    var name = "a name of forty characters, more or less"
  }

  @Test func aFlatCollectionCountsByItsLength() {
    #expect(ValueSize.estimate([Int](repeating: 0, count: 1_000)) == 8_032)
    #expect(ValueSize.estimate([UInt8](repeating: 0, count: 1_000)) == 1_032)
  }

  @Test func dataAndArraysOfAllKindsCountByTheirLength() {
    #expect(ValueSize.estimate(Data(count: 1_000_000)) == 1_000_032)
    #expect(ValueSize.estimate(ContiguousArray<Int>(repeating: 0, count: 1_000)) == 8_032)
    #expect(ValueSize.estimate([Int](repeating: 0, count: 1_000)[...]) == 8_032)
  }

  @Test func aPartOfAStringCountsAsTheWholeThatItKeeps() {
    #expect(ValueSize.estimate(String(repeating: "a", count: 1_000).prefix(1)) == 1_048)
  }

  @Test func aRangeIsSmall() {
    #expect(ValueSize.estimate(0..<Int.max) < 100)
  }

  @Test func otherCollectionsCountByAFewOfTheirElements() {
    let list = Parts(parts: (0..<6_400).map { "a string of forty characters \($0 + 10_000) and" })
    #expect((300_000...900_000).contains(ValueSize.estimate(list)))
  }

  private struct Parts: CustomReflectable {
    let parts: [String]
    var customMirror: Mirror {
      Mirror(self, unlabeledChildren: parts, displayStyle: .collection)
    }
  }

  @Test func aStringCountsByItsBytes() {
    #expect(ValueSize.estimate(String(repeating: "ä", count: 500)) == 1_048)
    #expect(ValueSize.estimate("short") == 16)
  }

  @Test func aCollectionOfStructsCountsByAFewOfThem() {
    let size = ValueSize.estimate([Row](repeating: Row(), count: 10_000))
    #expect((900_000...1_600_000).contains(size))
  }

  @Test func nothingIsSmall() {
    #expect(ValueSize.estimate(Int?.none as Any) == 8)
    #expect(ValueSize.estimate(Int?.some(1) as Any) == 8)
  }

  @Test func aDictionaryCountsKeysAndValues() {
    let map = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", $0) })
    #expect(ValueSize.estimate(map) == 32 + 1_600 + 32 + 800)
  }
}
