import Testing

@testable import StateFields

@MainActor
@Suite struct ExactComparisonTests {
  private final class Page: Hashable {
    nonisolated init() {}

    nonisolated static func == (lhs: Page, rhs: Page) -> Bool { true }
    nonisolated func hash(into hasher: inout Hasher) {}
  }

  private struct Draft: Equatable {
    var text: String
  }

  private struct Box {
    var value: Any
    var closure: (() -> Int)?
  }

  private struct Hidden: CustomReflectable {
    var value: Int
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  private enum Case {
    case none
    case one(Any)
    case two(Any, Any)
  }

  private func isSame(_ lhs: Any, _ rhs: Any) -> Bool { ExactComparison.isSame(lhs, rhs) }

  @Test func objectsAreComparedByIdentity() {
    let (first, second) = (Page(), Page())
    #expect(isSame(first, first))
    #expect(!isSame(first, second))
    #expect(isSame((first, 1), (first, 1)))
    #expect(!isSame((first, 1), (second, 1)))
    #expect(!isSame((first, 1), (first, 2)))
    #expect(isSame(Optional(first) as Any, Optional(first) as Any))
    #expect(!isSame(Optional(first) as Any, Optional(second) as Any))
    #expect(!isSame(Optional(first) as Any, Page?.none as Any))
  }

  @Test func valuesAreComparedByWhatTheySayOrPartByPart() {
    #expect(isSame(Draft(text: "a"), Draft(text: "a")))
    #expect(!isSame(Draft(text: "a"), Draft(text: "b")))
    #expect(!isSame(1, UInt8(1)))
    #expect(isSame(Box(value: [1]), Box(value: [1])))
    #expect(!isSame(Box(value: [1]), Box(value: [2])))
    #expect(isSame([Box(value: 1)], [Box(value: 1)]))
    #expect(!isSame([Box(value: 1)], [Box(value: 1), Box(value: 1)]))
    #expect(isSame(["a": Box(value: 1)], ["a": Box(value: 1)]))
    #expect(!isSame(["a": Box(value: 1)], ["a": Box(value: 2)]))
    #expect(!isSame(["a": Box(value: 1)], ["b": Box(value: 1)]))
    #expect(isSame((), ()))
  }

  @Test func bitsOutsideOfAValueDoNotCount() {
    struct Empty {}
    // What an `Any` held before may be left in it.
    var values: [Any] = [(1, 2, 3), (4, 5, 6)]
    for value in [(), Empty(), UInt8(1)] as [Any] {
      values[0] = value
      #expect(isSame(value, values[0]))
      #expect(isSame(values[0], value))
      values.swapAt(0, 1)
      values[0] = value
      #expect(isSame(values[0], values[1]))
      values = [(7, 8, 9), (4, 5, 6)]
    }
  }

  @Test func casesAreComparedWithTheirPayloads() {
    let page = Page()
    #expect(isSame(Case.none, Case.none))
    #expect(!isSame(Case.none, Case.one(1)))
    #expect(isSame(Case.one(page), Case.one(page)))
    #expect(!isSame(Case.one(page), Case.one(Page())))
    #expect(isSame(Case.two(page, "a"), Case.two(page, "a")))
    #expect(!isSame(Case.two(page, "a"), Case.two(page, "b")))
    #expect(!isSame(Case.two(page, page), Case.two(page, Page())))
  }

  @Test func aClosureIsTheSameAsItsCopies() {
    var number = 0
    let box = Box(value: 1) {
      number += 1
      return number
    }
    let copies = [box, box]
    #expect(isSame(copies[0], copies[1]))
    #expect(!isSame(box, Box(value: 1) { number }))
  }

  @Test func hiddenPartsDiffer() {
    #expect(isSame(Hidden(value: 1), Hidden(value: 1)))
    #expect(!isSame(Hidden(value: 1), Hidden(value: 2)))
  }

  @Test func changesOfValuesInCasesAreExact() {
    let (first, second) = (Page(), Page())
    let old = SnapshotValue.plain(CaseValue(value: Case.two(first, 1)))
    #expect(old.isUnchanged(in: .plain(CaseValue(value: Case.two(first, 1)))))
    #expect(!old.isUnchanged(in: .plain(CaseValue(value: Case.two(second, 1)))))
    let number = SnapshotValue.plain(CaseValue(value: Case.one(Double.nan)))
    #expect(number.isUnchanged(in: .plain(CaseValue(value: Case.one(Double.nan)))))
  }
}
