import Testing

@testable import LexiconTrace

struct TraceParentTests {
  private static let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test func aHeaderIsReadAsItIsWritten() throws {
    let parent = try #require(TraceParent(Self.text))
    #expect(parent.traceID == "0af7651916cd43dd8448eb211c80319c")
    #expect(parent.spanID == "b7ad6b7169203331")
    #expect(parent.text == Self.text)
  }

  @Test(arguments: [
    "", "00", "00-1-2-01", "00-0af7651916cd43dd8448eb211c80319C-b7ad6b7169203331-01",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
  ])
  func anotherTextIsNone(_ text: String) {
    #expect(TraceParent(text) == nil)
  }

  @Test func aLaterVersionMayHaveMore() {
    #expect(TraceParent("01" + Self.text.dropFirst(2) + "-more")?.spanID == "b7ad6b7169203331")
  }

  @Test func idsAreRandomAndNotZero() {
    let ids = (0..<100).map { _ in TraceParent.randomID(digits: 16) }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { $0.count == 16 })
  }
}
