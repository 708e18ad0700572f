import ScreenStateKit
import Testing

struct PagerPageTests {
  private var pager = Pager<Word, Int>(firstPage: 0)

  @Test mutating func pagesAreNumberedFromTheFirst() throws {
    let first = pager.refresh()
    #expect(first.pageNumber == 0)
    #expect(first.page == 1)
    pager.receive(.init(items: words(1), hasMore: true, after: first), for: first)
    let second = try require(pager.next())
    #expect(second.pageNumber == 1)
    pager.receive(.init(items: words(2), hasMore: false, after: second), for: second)
    #expect(pager.phase == .exhausted)
    #expect(pager.refresh().pageNumber == 0)
  }

  @Test func firstPageIsOneUnlessSaidOtherwise() throws {
    var pager = Pager<Word, Int>()
    let first = pager.refresh()
    #expect(first.pageNumber == 1)
    pager.receive(.init(items: words(1), hasMore: true, after: first), for: first)
    #expect(pager.next()?.pageNumber == 2)
  }

  @Test mutating func fullPageHasANextOne() {
    let request = pager.refresh()
    let full = Pager<Word, Int>.Page(items: words(1, 2), pageSize: 2, after: request)
    #expect(full.next == 1)
    let short = Pager<Word, Int>.Page(items: words(1), pageSize: 2, after: request)
    #expect(short.next == nil)
  }

  @Test func limitGoesWithPageNumbers() {
    var pager = Pager<Word, Int>(firstPage: 1, maximumPageCount: 1)
    while let request = pager.next() {
      let hasMore = request.pageNumber < 3
      pager.receive(
        .init(items: words(request.pageNumber), hasMore: hasMore, after: request),
        for: request
      )
    }
    #expect(pager.items == words(3))
  }
}
