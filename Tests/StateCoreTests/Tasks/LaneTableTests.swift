import Testing

@testable import StateCore

@Suite struct LaneTableTests {
  private typealias Key = WorkLedger.LaneKey

  private func key(_ name: String, in composition: WorkID? = nil) -> Key {
    Key(key: TaskKey(name), composition: composition)
  }

  @Test(arguments: 0...3)
  func eachKeyHasItsLane(count: Int) {
    var table = WorkLedger.LaneTable()
    for lane in 0..<count { table.insert(lane, for: key("\(lane)")) }
    for lane in 0..<count { #expect(table[key("\(lane)")] == lane) }
    #expect(table[key("\(count)")] == nil)
    #expect(table.isEmpty == (count == 0))
    #expect(table.all.map(\.lane).sorted() == Array(0..<count))
  }

  @Test(arguments: 0..<3, 0..<3)
  func aKeyThatWasRemovedHasNoLane(removed: Int, next: Int) {
    var table = WorkLedger.LaneTable()
    for lane in 0..<3 { table.insert(lane, for: key("\(lane)")) }
    table.remove(removed, for: key("\(removed)"))
    #expect(table[key("\(removed)")] == nil)
    #expect(table.all.count == 2)
    // A later lane may take the place of the first one.
    table.insert(7, for: key("new"))
    #expect(table[key("new")] == 7)
    if next != removed {
      table.remove(next, for: key("\(next)"))
      #expect(table[key("\(next)")] == nil)
    }
    for lane in 0..<3 where lane != removed && lane != next {
      #expect(table[key("\(lane)")] == lane)
    }
    #expect(table[key("new")] == 7)
  }

  @Test func aCompositionHasItsOwnLane() {
    var ledger = WorkLedger()
    var table = WorkLedger.LaneTable()
    table.insert(0, for: key("a"))
    table.insert(1, for: key("a", in: ledger.insertOwner()))
    #expect(table[key("a")] == 0)
    table.remove(0, for: key("a"))
    #expect(table[key("a")] == nil)
    #expect(table.all.map(\.lane) == [1])
  }
}
