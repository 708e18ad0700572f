import Testing

@testable import ScreenStateKit

struct LineTableTests {
  private var table = LineTable<String>()

  @Test mutating func theFirstPlaceIsFirst() {
    let place = table.takePlace()
    #expect(table.isFirst(place))
    let isFirst = table.wait("first", for: place)
    #expect(isFirst)
  }

  @Test mutating func noOneIsFirstBeforeTheOneAheadHasLeft() {
    let places = [table.takePlace(), table.takePlace(), table.takePlace()]
    let areFirst = [table.wait("third", for: places[2]), table.wait("second", for: places[1])]
    #expect(areFirst == [false, false])
    let next = [table.leave(), table.leave(), table.leave()]
    #expect(next == ["second", "third", nil])
  }

  @Test mutating func whoComesLaterNeedNotWait() {
    let places = [table.takePlace(), table.takePlace()]
    let second = table.leave()
    #expect(second == nil)
    let isFirst = table.wait("second", for: places[1])
    #expect(isFirst)
    let third = table.leave()
    #expect(third == nil)
  }
}
