import Foundation
import ScreenStateKit
import Testing

struct PagerTests {
  private var pager = Pager<Word, String>()
  private let broken = DisplayableError(message: "broken")

  @Test mutating func copiesAreEqualUntilOneOfThemContinues() throws {
    load(words(1, 2), next: "a")
    var other = pager
    #expect(other == pager)
    let request = try require(other.next())
    #expect(other != pager)
    other.cancel(request)
    #expect(other == pager)
    other.update(Word(id: 1, version: 1))
    #expect(other != pager)
  }

  // MARK: Requests

  @Test mutating func nothingIsThereAtFirst() {
    #expect(pager.phase == .idle)
    #expect(pager.items.isEmpty)
    #expect(!pager.isLoading)
    #expect(pager.retry() == nil)
  }

  @Test mutating func firstPageIsRequestedWithoutACursor() {
    let request = pager.refresh()
    #expect(request.cursor == nil)
    #expect(request.page == 1)
    #expect(request.isFirst)
    #expect(pager.phase == .loadingFirst)
    #expect(pager.isLoading)
  }

  @Test mutating func nextBeginsWithTheFirstPage() throws {
    let request = try require(pager.next())
    #expect(request.isFirst)
    #expect(pager.phase == .loadingFirst)
  }

  @Test func firstCursorIsUsedForEveryFirstPage() {
    var pager = Pager<Word, String>(first: "begin")
    #expect(pager.next()?.cursor == "begin")
    #expect(pager.refresh().cursor == "begin")
    #expect(pager.refresh(keepingItems: false).cursor == "begin")
  }

  @Test mutating func nextPageIsRequestedWithItsCursor() throws {
    load(words(1, 2), next: "a")
    #expect(pager.phase == .ready)
    let request = try require(pager.next())
    #expect(request.cursor == "a")
    #expect(request.page == 2)
    #expect(pager.phase == .loadingNext)
    #expect(pager.receive(.init(items: words(3), next: "b"), for: request) == true)
    #expect(pager.items == words(1, 2, 3))
    #expect(pager.pageCount == 2)
    #expect(pager.next()?.cursor == "b")
  }

  @Test mutating func onePageIsLoadedAtATime() {
    _ = pager.refresh()
    #expect(pager.next() == nil)
    load(words(1), next: "a")
    _ = pager.next()
    #expect(pager.next() == nil)
    #expect(pager.retry() == nil)
  }

  // MARK: End

  @Test mutating func lastPageExhausts() {
    load(words(1), next: nil)
    #expect(pager.phase == .exhausted)
    #expect(pager.next() == nil)
    #expect(pager.retry() == nil)
  }

  @Test mutating func nothingAtAllIsEmpty() {
    load([], next: nil)
    #expect(pager.phase == .empty)
    #expect(pager.next() == nil)
  }

  @Test mutating func pageWithoutItemsMayHaveANext() {
    load([], next: "a")
    #expect(pager.phase == .ready)
    #expect(pager.next()?.cursor == "a")
  }

  @Test mutating func listWhoseLastItemIsRemovedIsEmpty() {
    load(words(1), next: nil)
    #expect(pager.remove(id: 1) == Word(id: 1))
    #expect(pager.phase == .empty)
  }

  // MARK: Generations

  @Test mutating func itemsStayUntilTheFirstPageArrives() {
    load(words(1, 2), next: "a")
    let request = pager.refresh()
    #expect(pager.items == words(1, 2))
    #expect(pager.receive(.init(items: words(2, 3, version: 1), next: "b"), for: request) == true)
    #expect(pager.items == words(2, 3, version: 1))
    #expect(pager.next()?.cursor == "b")
  }

  @Test mutating func newQueryDropsTheItemsAtOnce() {
    load(words(1), next: "a")
    let request = pager.refresh(keepingItems: false)
    #expect(pager.items.isEmpty)
    #expect(pager.phase == .loadingFirst)
    pager.cancel(request)
    #expect(pager.phase == .idle)
    #expect(pager.next()?.cursor == nil)
  }

  @Test(arguments: [true, false])
  mutating func pageOfAnOlderGenerationIsRefused(keepingItems: Bool) throws {
    load(words(1), next: "a")
    let old = try require(pager.next())
    let new = pager.refresh(keepingItems: keepingItems)
    let items = pager.items
    #expect(pager.receive(.init(items: words(9), next: "z"), for: old) == false)
    #expect(pager.fail(broken, for: old) == false)
    #expect(pager.cancel(old) == false)
    #expect(pager.items == items)
    #expect(pager.phase == .loadingFirst)
    #expect(pager.receive(.init(items: words(5), next: nil), for: new) == true)
    #expect(pager.receive(.init(items: words(9), next: "z"), for: old) == false)
    #expect(pager.items == words(5))
    #expect(pager.phase == .exhausted)
  }

  @Test mutating func lastOfTwoRefreshesCounts() {
    let first = pager.refresh()
    let second = pager.refresh()
    #expect(pager.receive(.init(items: words(1), next: nil), for: first) == false)
    #expect(pager.receive(.init(items: words(2), next: nil), for: second) == true)
    #expect(pager.items == words(2))
  }

  @Test mutating func pageCountsOnce() {
    let request = pager.refresh()
    #expect(pager.receive(.init(items: words(1), next: "a"), for: request) == true)
    #expect(pager.receive(.init(items: words(2), next: "b"), for: request) == false)
    #expect(pager.items == words(1))
  }

  @Test mutating func requestOfAnotherPagerIsRefused() {
    let old = pager.refresh()
    pager = Pager()
    _ = pager.refresh()
    #expect(pager.receive(.init(items: words(1), next: nil), for: old) == false)
    #expect(pager.phase == .loadingFirst)
  }

  @Test mutating func copyGoesItsOwnWay() {
    load(words(1), next: "a")
    var copy = pager
    _ = copy.next()
    copy.remove(id: 1)
    #expect(pager.phase == .ready)
    #expect(pager.items == words(1))
  }

  // MARK: Failures

  @Test mutating func failedPageIsNamedAndAskedForAgain() throws {
    load(words(1), next: "a")
    fail(try require(pager.next()))
    #expect(pager.phase == .failed(page: 2, broken))
    #expect(pager.items == words(1))
    #expect(pager.next() == nil)
    let request = try require(pager.retry())
    #expect(request.cursor == "a")
    #expect(request.page == 2)
    #expect(pager.phase == .loadingNext)
    #expect(pager.receive(.init(items: words(2), next: nil), for: request) == true)
    #expect(pager.items == words(1, 2))
    #expect(pager.phase == .exhausted)
  }

  @Test mutating func failedRefreshLeavesTheListThatThereWas() throws {
    load(words(1), next: "a")
    fail(pager.refresh())
    #expect(pager.refreshError == broken)
    #expect(pager.content == .failed(broken, previous: words(1), retry: nil))
    #expect(pager.phase == .ready)
    let request = try require(pager.next())
    #expect(request.cursor == "a")
    pager.receive(.init(items: words(2), next: nil), for: request)
    #expect(pager.items == words(1, 2))
    #expect(pager.refreshError == nil)
  }

  @Test mutating func failedRefreshIsRetriedFromTheStart() throws {
    load(words(1), next: "a")
    fail(pager.refresh())
    #expect(pager.items == words(1))
    let request = try require(pager.retry())
    #expect(request.isFirst)
    #expect(request.cursor == nil)
    #expect(pager.receive(.init(items: words(7), next: nil), for: request) == true)
    #expect(pager.items == words(7))
  }

  @Test mutating func answerToTheFailedRequestComesTooLate() throws {
    let failed = pager.refresh()
    fail(failed)
    #expect(pager.receive(.init(items: words(1), next: nil), for: failed) == false)
    let retried = try require(pager.retry())
    #expect(pager.receive(.init(items: words(1), next: nil), for: failed) == false)
    #expect(pager.receive(.init(items: words(2), next: nil), for: retried) == true)
    #expect(pager.items == words(2))
  }

  @Test mutating func otherErrorsAreMadeDisplayable() throws {
    struct Offline: Error {}
    pager.fail(Offline(), for: pager.refresh())
    guard case .failed(1, let error) = pager.phase else {
      Issue.record("The phase is \(pager.phase)")
      return
    }
    #expect(error.originalError is Offline)
  }

  // MARK: Cancellation

  @Test mutating func cancelledRequestLeavesEverythingAsItWas() throws {
    let first = pager.refresh()
    #expect(pager.cancel(first) == true)
    #expect(pager.phase == .idle)
    load(words(1), next: "a")
    #expect(pager.cancel(try require(pager.next())) == true)
    #expect(pager.phase == .ready)
    #expect(pager.cancel(pager.refresh()) == true)
    #expect(pager.phase == .ready)
    #expect(pager.next()?.cursor == "a")
  }

  @Test mutating func cancelledRetryIsFailedAsBefore() throws {
    fail(pager.refresh())
    #expect(pager.cancel(try require(pager.retry())) == true)
    #expect(pager.phase == .failed(page: 1, broken))
    #expect(pager.retry() != nil)
  }

  @Test mutating func cancellationErrorIsNotAFailure() throws {
    load(words(1), next: "a")
    let request = try require(pager.next())
    #expect(pager.fail(CancellationError(), for: request) == true)
    #expect(pager.phase == .ready)
    #expect(pager.receive(.init(items: words(2), next: nil), for: request) == false)
  }

  @Test mutating func errorOfACancelledSessionTaskIsNotAFailure() throws {
    load(words(1), next: "a")
    let request = try require(pager.next())
    #expect(pager.fail(URLError(.cancelled), for: request) == true)
    #expect(pager.phase == .ready)
  }

  // MARK: Repeated cursors

  @Test mutating func cursorThatLeadsToItselfEndsTheList() throws {
    load(words(1), next: "a")
    pager.receive(.init(items: words(2), next: "a"), for: try require(pager.next()))
    #expect(pager.items == words(1, 2))
    #expect(pager.phase == .exhausted)
  }

  @Test(arguments: [2, 3, 7], [0, 1, 5])
  func cursorsThatGoRoundInACircleEndTheList(length: Int, start: Int) throws {
    var pager = Pager<Word, Int>()
    var pages = 0
    while let request = pager.next() {
      pages += 1
      try #require(pages < 100)
      let cursor = request.cursor ?? 0
      let next = cursor < start + length ? cursor + 1 : start + 1
      pager.receive(.init(items: [Word(id: pages)], next: next), for: request)
    }
    #expect(pager.phase == .exhausted)
    #expect(pages > length)
  }

  // MARK: Items

  @Test mutating func newerItemReplacesTheOlderInItsPlace() throws {
    load(words(1, 2), next: "a")
    let request = try require(pager.next())
    pager.receive(.init(items: words(2, 3, version: 1), next: nil), for: request)
    #expect(
      pager.items == [Word(id: 1), Word(id: 2, version: 1), Word(id: 3, version: 1)]
    )
  }

  @Test func pagesBeyondTheLimitAreDroppedFromTheFront() throws {
    var pager = Pager<Word, String>(maximumPageCount: 2)
    for page in 1...4 {
      let request = try require(pager.next())
      pager.receive(.init(items: words(page), next: "\(page)"), for: request)
    }
    #expect(pager.items == words(3, 4))
    #expect(pager.pageCount == 2)
    #expect(pager.droppedPageCount == 2)
    #expect(pager.next()?.page == 5)
    pager.receive(.init(items: words(1), next: nil), for: pager.refresh())
    #expect(pager.items == words(1))
    #expect(pager.droppedPageCount == 0)
  }

  @Test mutating func itemsCanBeChangedWhileAPageIsLoading() throws {
    load(words(1, 2), next: "a")
    let request = try require(pager.next())
    #expect(pager.update(Word(id: 1, version: 5)) == true)
    #expect(pager.remove(id: 2) == Word(id: 2))
    #expect(pager.receive(.init(items: words(3), next: nil), for: request) == true)
    #expect(pager.items == [Word(id: 1, version: 5), Word(id: 3)])
  }

  private mutating func load(_ items: [Word], next: String?) {
    pager.receive(.init(items: items, next: next), for: pager.refresh())
  }

  private mutating func fail(_ request: Pager<Word, String>.Request) {
    #expect(pager.fail(broken, for: request) == true)
  }
}
