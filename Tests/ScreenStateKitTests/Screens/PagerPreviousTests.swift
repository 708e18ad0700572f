import Foundation
import ScreenStateKit
import Testing

struct PagerPreviousTests {
  private typealias Words = Pager<Word, Int>

  /// Responds with one of five pages with one item each.
  ///
  /// The id of the item is the page number.
  private func answer(_ request: Words.Request, of pager: inout Words) {
    let number = request.pageNumber
    let page = Words.Page(items: words(number), next: number < 5 ? number + 1 : nil)
    #expect(pager.receive(page, for: request) == true)
  }

  @Test func usersGoBackAndForthBelowACap() throws {
    var pager = Words(firstPage: 1, maximumPageCount: 2)
    for _ in 0..<3 {
      while let request = pager.next() { answer(request, of: &pager) }
      #expect(pager.items == words(4, 5))
      #expect(pager.phase == .exhausted)
      while let request = pager.previous() { answer(request, of: &pager) }
      #expect(pager.items == words(1, 2))
      #expect(pager.previousPhase == .none)
      #expect(pager.phase == .ready)
      #expect(pager.droppedPageCount == 0)
    }
  }

  @Test func aChatBeginsAtAnAnchor() throws {
    var pager = Words(first: 50)
    pager.receive(.init(items: words(50), next: 50, previous: 50), for: pager.refresh())
    #expect(pager.phase == .ready)
    let request = try require(pager.previous())
    #expect(request.kind == .previous && request.cursor == 50 && request.page == 0)
    #expect(!request.isFirst && pager.isLoading)
    #expect(pager.previousPhase == .loading)
    #expect(pager.content == .loaded(words(50)))
    pager.receive(.init(items: words(48, 49, 50), next: nil), for: request)
    #expect(pager.items == words(48, 49, 50))
    #expect(pager.previousPhase == .none)
  }

  @Test func aFailureIsTriedAgainAndARefreshOvertakes() throws {
    var pager = Words()
    pager.receive(.init(items: words(5), next: nil, previous: 4), for: pager.refresh())
    let error = DisplayableError(message: "Offline")
    pager.fail(error, for: try require(pager.previous()))
    #expect(pager.previousPhase == .failed(error))
    #expect(pager.previous() == nil)
    let request = try require(pager.retryPrevious())
    _ = pager.refresh()
    #expect(pager.receive(.init(items: words(4), next: nil), for: request) == false)
  }

  @Test func aFirstPageThatFailsAfterPagesWithoutItemsIsTheWholeList() throws {
    var pager = Words()
    pager.receive(.init(items: [], next: 2, previous: 0), for: pager.refresh())
    #expect(pager.previousPhase == .ready)
    let error = DisplayableError(message: "Offline")
    pager.fail(error, for: pager.refresh())
    #expect(pager.phase == .failed(page: 1, error))
    #expect(pager.previousPhase == .none)
    #expect(pager.previous() == nil)
    #expect(pager.retry()?.isFirst == true)
  }

  @Test func aPagerWithPreviousPagesIsDecodedAsItWas() throws {
    struct Row: Codable, Hashable, Identifiable { let id: Int }
    var pager = Pager<Row, Int>(maximumPageCount: 1)
    pager.receive(.init(items: [Row(id: 5)], next: 6, previous: 4), for: pager.refresh())
    pager.receive(.init(items: [Row(id: 6)], next: 7), for: try require(pager.next()))
    pager.fail(DisplayableError(message: "Offline"), for: try require(pager.previous()))
    let data = try JSONEncoder().encode(pager)
    var copy = try JSONDecoder().decode(Pager<Row, Int>.self, from: data)
    guard case .failed(let error) = copy.previousPhase else {
      Issue.record("\(copy.previousPhase)")
      return
    }
    #expect(error.message == "Offline")
    let request = try require(copy.retryPrevious())
    #expect(request.kind == .first && !request.isFirst && request.page == 1)
    copy.receive(.init(items: [Row(id: 5)], next: 6, previous: 4), for: request)
    #expect(copy.items == [Row(id: 5)])
    #expect(copy.previous()?.cursor == 4)
  }

  @Test func previousCursorsThatGoInACircleEnd() throws {
    var pager = Words()
    pager.receive(.init(items: words(100), next: nil, previous: 0), for: pager.refresh())
    var count = 0
    while let request = pager.previous() {
      count += 1
      try #require(count < 50)
      let previous = (request.pageNumber + 1) % 3
      pager.receive(.init(items: [], next: nil, previous: previous), for: request)
    }
    #expect(pager.previousPhase == .none)
  }

  @Test func anItemStaysForAsLongAsOneOfItsPages() throws {
    var pager = Words(maximumPageCount: 2)
    pager.receive(.init(items: words(1, 2), next: 2), for: pager.refresh())
    pager.receive(.init(items: words(2, 3), next: 3), for: try require(pager.next()))
    pager.receive(.init(items: words(4), next: nil), for: try require(pager.next()))
    #expect(pager.items == words(2, 3, 4))
    pager.receive(.init(items: words(1, 2), next: 2), for: try require(pager.previous()))
    #expect(pager.items == words(1, 2, 3))
    pager.receive(.init(items: words(4), next: nil), for: try require(pager.next()))
    #expect(pager.items == words(2, 3, 4))
  }

  @Test func anOldEncodingIsDecoded() throws {
    let json = """
      {"maximumPageCount":2,"list":{"items":[{"id":2,"version":0}],"pages":[3],"pageSizes":[0,1],
      "droppedPageCount":1,"droppedItemCount":4},"position":{"more":{"_0":4,"page":4}}}
      """
    struct Row: Codable, Identifiable { let id: Int }
    var pager = try JSONDecoder().decode(Pager<Row, Int>.self, from: Data(json.utf8))
    #expect(pager.items.map(\.id) == [2] && pager.droppedPageCount == 1)
    #expect(pager.previous() == nil)
    let request = try require(pager.next())
    #expect(request.page == 4 && request.cursor == 4)
  }
}
