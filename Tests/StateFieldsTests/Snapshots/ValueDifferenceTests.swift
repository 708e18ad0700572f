import Testing

@testable import StateFields

@Suite struct ValueDifferenceTests {
  struct Row: Equatable {
    var id = 1
    var title = "a"
    var tags: [String: Int] = [:]
    var kind = Kind.plain
    var parent: [Row] = []
  }

  enum Kind: Equatable {
    case plain
    case rated(Int, by: String)
  }

  private func lines(_ old: Any, _ new: Any) -> [String] {
    ValueDifference.lines("path", old, new).map(\.description)
  }

  @Test func onlyPartsThatDifferAreListed() {
    var new = [Row(), Row(), Row()]
    let old = new
    new[2].title = "b"
    #expect(lines(old, new) == [#"path[2].title: "a" → "b""#])
    new[0].parent = [Row()]
    #expect(lines(old, new).first == "path[0].parent.count: 0 → 1")
    #expect(lines(old, new).count == 3)
    #expect(lines(old[0], Row(id: 2, title: "c")) == ["path.id: 1 → 2", #"path.title: "a" → "c""#])
  }

  @Test func entriesAreNamedByTheirKeys() {
    let old = Row(tags: ["a": 1, "b": 2])
    let new = Row(tags: ["b": 3, "c": 4])
    #expect(
      lines(old, new) == [
        #"path.tags["a"]: 1 → none"#, #"path.tags["b"]: 2 → 3"#, #"path.tags["c"]: none → 4"#,
      ]
    )
  }

  @Test func casesDifferByTheirPayloadOrAsAWhole() {
    #expect(
      lines(Kind.rated(1, by: "a"), Kind.rated(1, by: "b")) == [#"path.rated.by: "a" → "b""#]
    )
    #expect(lines(Kind.plain, Kind.rated(1, by: "a")) == [#"path: plain → rated(1, by: "a")"#])
  }

  @Test func shortListsOfAnotherLengthAreShownWhole() {
    #expect(lines([1, 2], [1, 2, 3]) == ["path: [1, 2] → [1, 2, 3]"])
    #expect(lines(["a", "b"], ["a", "c"]) == [#"path: ["a", "b"] → ["a", "c"]"#])
    #expect(lines(Int?.none as Any, Int?.some(1) as Any) == ["path: nil → 1"])
  }

  @Test func longListsShowWhatWasPutInAndTakenOut() {
    let old = Array(100..<200)
    var new = old
    new.insert(7, at: 40)
    #expect(lines(old, new) == ["path.count: 100 → 101", "path[40]: none → 7"])
    new = old
    new.removeSubrange(3...4)
    #expect(
      lines(old, new) == ["path.count: 100 → 98", "path[3]: 103 → none", "path[4]: 104 → none"]
    )
  }

  @Test func thereAreNotTooManyLines() {
    let lines = lines(Array(0..<100), Array(100..<200))
    #expect(lines.count == 21)
    #expect(lines.last == "path …: 80 more → 80 more")
  }

  @Test func differenceThatCannotBeSeenIsTheWholeValue() {
    struct Blind: Equatable {
      static func == (lhs: Blind, rhs: Blind) -> Bool { false }
    }
    #expect(lines(Blind(), Blind()).count == 1)
    #expect(!ValueDifference.isSame(Blind(), Blind()))
  }

  @Test func notANumberIsTheSameAsNotANumber() {
    #expect(ValueDifference.isSame(Double.nan, -Double.nan))
    #expect(ValueDifference.isSame([Float.nan], [Float.nan]))
    #expect(ValueDifference.isSame(Double?.some(.nan), Double?.some(.nan)))
    #expect(!ValueDifference.hasDifference([Double.nan], [-Double.nan]))
    #expect(!ValueDifference.isSame(Double.nan, 1))
    #expect(!ValueDifference.isSame([Double.nan, 1], [Double.nan, 2]))
    #expect(!ValueDifference.isSame(Double.nan, Float.nan))
  }
}
