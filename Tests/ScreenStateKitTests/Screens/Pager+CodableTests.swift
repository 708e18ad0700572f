import Foundation
import Testing

@testable import ScreenStateKit

@Suite struct PagerCodableTests {
  private struct Row: Codable, Hashable, Identifiable {
    let id: Int
  }

  private typealias Rows = Pager<Row, Int>

  private func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0) } }

  private func decoded(_ pager: Rows) throws -> Rows {
    try JSONDecoder().decode(Rows.self, from: try JSONEncoder().encode(pager))
  }

  private func load(_ pager: inout Rows, _ ids: Int..., next: Int?) throws {
    let wanted = pager.next()
    let request = try #require(wanted)
    pager.receive(Rows.Page(items: ids.map { Row(id: $0) }, next: next), for: request)
  }

  @Test func aDecodedPagerContinuesWithTheNextPage() throws {
    var pager = Rows(maximumPageCount: 2)
    try load(&pager, 1, 2, next: 2)
    try load(&pager, 3, 2, next: 3)
    var copy = try decoded(pager)
    #expect(copy == pager)
    try load(&pager, 4, next: nil)
    try load(&copy, 4, next: nil)
    // The first page is dropped, except the item that the second page also contains.
    #expect(copy.items == rows(2, 3, 4))
    #expect(copy == pager)
    #expect(copy.droppedPageCount == 1)
    #expect(copy.phase == .exhausted)
  }

  @Test func anItemOfADecodedPagerIsFoundByItsID() throws {
    var pager = Rows()
    try load(&pager, 1, 2, 3, next: 2)
    var copy = try decoded(pager)
    let removed = copy.remove(id: 2)
    let isUpdated = copy.update(Row(id: 3))
    #expect(removed == Row(id: 2))
    #expect(isUpdated)
    #expect(copy.items == rows(1, 3))
  }

  @Test func aDecodedPagerWaitsForTheSameResponse() throws {
    var pager = Rows()
    let old = pager.refresh()
    let request = pager.refresh()
    var copy = try decoded(pager)
    // The request isn't in flight in another process, but a replay has its response.
    #expect(copy.phase == .idle && !copy.isLoading)
    #expect(copy.receive(Rows.Page(items: [], next: nil), for: old) == false)
    #expect(copy.receive(Rows.Page(items: [Row(id: 1)], next: nil), for: request) == true)
    #expect(copy.items == rows(1))
  }

  @Test func aPagerThatWasLoadingCanLoadAgain() throws {
    var pager = Rows()
    try load(&pager, 1, next: 2)
    let request = pager.next()
    var copy = try decoded(pager)
    #expect(copy.phase == .ready && copy.items == rows(1))
    #expect(copy.content == .loaded(rows(1)))
    try load(&copy, 2, next: nil)
    #expect(copy.items == rows(1, 2))
    // The new request precedes the response to the old one.
    let old = try #require(request)
    #expect(copy.receive(Rows.Page(items: [Row(id: 3)], next: nil), for: old) == false)
    var first = try decoded(copy)
    _ = first.refresh()
    first = try decoded(first)
    #expect(first.phase == .exhausted)
  }

  @Test func aDecodedRequestStandsForTheOneWithItsNumber() throws {
    var pager = Rows()
    var recorded: [Rows.Request] = []
    for _ in 0..<2 {
      let data = try JSONEncoder().encode(pager.refresh())
      recorded.append(try JSONDecoder().decode(Rows.Request.self, from: data))
    }
    let page = Rows.Page(items: [Row(id: 1)], next: 2)
    let decodedPage = try JSONDecoder().decode(Rows.Page.self, from: try JSONEncoder().encode(page))
    #expect(decodedPage == page)
    #expect(pager.receive(decodedPage, for: recorded[0]) == false)
    #expect(pager.receive(decodedPage, for: recorded[1]) == true)
    #expect(pager.next()?.number == 3)
  }

  @Test func aDecodedRequestDoesNotStandForAnotherPage() throws {
    var other = Rows()
    _ = other.refresh()
    let data = try JSONEncoder().encode(other.refresh())
    let recorded = try JSONDecoder().decode(Rows.Request.self, from: data)
    var pager = Rows()
    try load(&pager, 1, next: 2)
    let next = pager.next()
    #expect(next?.number == recorded.number)
    #expect(pager.receive(Rows.Page(items: [Row(id: 2)], next: nil), for: recorded) == false)
    #expect(pager.items == rows(1))
  }

  @Test func theRequestsOfADecodedPagerAreNewOnes() throws {
    var pager = Rows()
    let request = pager.refresh()
    var copy = try decoded(pager)
    _ = copy.refresh()
    #expect(copy.receive(Rows.Page(items: [], next: nil), for: request) == false)
  }

  @Test func pagersThatWaitForTheSamePageAreEqual() throws {
    var (one, other) = (Rows(), Rows())
    let request = one.refresh()
    #expect(one != other)
    let second = other.refresh()
    #expect(one == other)
    let error = DisplayableError(message: "Offline")
    one.fail(error, for: request)
    #expect(one != other)
    other.fail(error, for: second)
    #expect(one == other)
    _ = one.retry()
    _ = other.refresh()
    #expect(one == other)
    _ = other.refresh()
    #expect(one != other)
  }

  @Test func aFailureIsTriedAgain() throws {
    var pager = Rows()
    let next = pager.next()
    let request = try #require(next)
    pager.fail(DisplayableError(message: "Offline"), for: request)
    var copy = try decoded(pager)
    guard case .failed(page: 1, let error) = copy.phase else {
      Issue.record("\(copy.phase)")
      return
    }
    #expect(error.message == "Offline")
    let again = copy.retry()
    #expect(again?.page == 1)
  }

  @Test(arguments: [
    #"{"items":[{"id":1}],"pages":[],"pageSizes":[1],"droppedPageCount":0,"droppedItemCount":0}"#,
    #"{"items":[{"id":1}],"pages":[1],"pageSizes":[2],"droppedPageCount":0,"droppedItemCount":0}"#,
    #"{"items":[{"id":1}],"pages":[1],"pageSizes":[-1,2],"droppedPageCount":0,"droppedItemCount":0}"#,
    #"{"items":[{"id":1},{"id":1}],"pages":[1,1],"pageSizes":[2],"droppedPageCount":0,"droppedItemCount":0}"#,
    #"{"items":[{"id":1}],"pages":[7],"pageSizes":[1],"droppedPageCount":0,"droppedItemCount":0}"#,
    #"{"items":[],"pages":[],"pageSizes":[0],"droppedPageCount":9223372036854775807,"droppedItemCount":0}"#,
    #"{"items":[{"id":1}],"pageItems":[[0,0]],"firstPage":1,"droppedPageCount":0}"#,
    #"{"items":[{"id":1}],"pageItems":[[1]],"firstPage":1,"droppedPageCount":0}"#,
    #"{"items":[{"id":1}],"pageItems":[[]],"firstPage":1,"droppedPageCount":0}"#,
    #"{"items":[],"pageItems":[],"firstPage":-9223372036854775808,"droppedPageCount":0}"#,
    #"{"items":[],"pageItems":[],"firstPage":1,"droppedPageCount":-1}"#,
  ])
  func itemsAndPagesThatDoNotBelongTogetherAreAnError(_ list: String) {
    let json = #"{"list":\#(list),"position":{"start":{}}}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Rows.self, from: Data(json.utf8))
    }
  }

  @Test func pagesAndCursorsThatDoNotBelongTogetherAreAnError() throws {
    var pager = Rows()
    try load(&pager, 1, next: 2)
    let json = String(decoding: try JSONEncoder().encode(pager), as: UTF8.self)
    let one = #""origins":[{"kind":"first"}]"#
    #expect(json.contains(one))
    let damaged = json.replacingOccurrences(of: one, with: #""origins":[]"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Rows.self, from: Data(damaged.utf8))
    }
  }

  @Test func anEmptyPagerIsDecoded() throws {
    let list =
      #"{"items":[],"pages":[],"pageSizes":[],"droppedPageCount":0,"droppedItemCount":0}"#
    let json = #"{"list":\#(list),"position":{"start":{}}}"#
    #expect(try JSONDecoder().decode(Rows.self, from: Data(json.utf8)) == Rows())
  }
}
