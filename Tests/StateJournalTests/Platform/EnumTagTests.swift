import Testing

@testable import StateJournal

@Suite(.timeLimit(.minutes(20))) struct EnumTagTests {
  private enum Plain: CaseIterable { case a, b, c }

  private enum Mixed {
    case text(String)
    case none
    case pair(Int, Mixed2)
    case list([Int])
    case other
  }

  private enum Mixed2 {
    case inner(any Error)
    case outer
  }

  private enum Single { case only(String) }

  private indirect enum Tree {
    case leaf
    case node(Tree, Tree)
  }

  private struct Broken: Error {}
  private class Reference {}

  @Test func eachCaseHasItsNumberWhateverItsValues() {
    guard EnumTag.isKnown else { return }
    let values: [[Mixed]] = [
      [.text(""), .text("a"), .text(String(repeating: "long", count: 20))],
      [.none],
      [.pair(0, .outer), .pair(.max, .inner(Broken()))],
      [.list([]), .list([1, 2, 3])],
      [.other],
    ]
    let tags = values.map { Set($0.map { EnumTag.known(of: $0) }) }
    #expect(tags.allSatisfy { $0.count == 1 })
    #expect(tags.reduce(into: Set()) { $0.formUnion($1) }.count == values.count)
    #expect(Set(Plain.allCases.map { EnumTag.known(of: $0) }).count == 3)
    #expect(EnumTag.known(of: Tree.leaf) != EnumTag.known(of: Tree.node(.leaf, .leaf)))
    #expect(EnumTag.known(of: Single.only("a")) == EnumTag.known(of: Single.only("b")))
    #expect(EnumTag.known(of: Int?.none) != EnumTag.known(of: Int?.some(0)))
  }

  @Test func otherTypesHaveOneNumber() {
    guard EnumTag.isKnown else { return }
    #expect(EnumTag.known(of: 7) == 0)
    #expect(EnumTag.known(of: "text") == 0)
    #expect(EnumTag.known(of: Broken()) == 0)
    // The name depends on the type of the value.
    #expect(EnumTag.known(of: Broken() as any Error) == nil)
    #expect(EnumTag.known(of: Reference()) == nil)
  }
}
