import Testing

@testable import LexiconCore

struct PageCursorTests {
  private func loaded(_ count: Int, of total: Int) -> PageCursor {
    var cursor = PageCursor()
    let ticket = cursor.first()
    let accepted = cursor.accept(.sample(from: 0, count: count, of: total), for: ticket)
    #expect(accepted)
    return cursor
  }

  @Test func newListHasNoNextPage() {
    #expect(PageCursor().next() == nil)
  }

  @Test func nextPageBeginsWhereTheListEnds() throws {
    var cursor = loaded(20, of: 50)
    for offset in [20, 40] {
      let ticket = try #require(cursor.next())
      #expect(ticket.offset == offset)
      let count = min(20, 50 - offset)
      let accepted = cursor.accept(.sample(from: offset, count: count, of: 50), for: ticket)
      #expect(accepted)
    }
    #expect(!cursor.hasMore)
    #expect(cursor.next() == nil)
  }

  @Test func thereIsNoNextPageWhileTheListStartsOver() {
    var cursor = loaded(20, of: 50)
    let ticket = cursor.first()
    #expect(cursor.next() == nil)
    let accepted = cursor.accept(.sample(from: 0, count: 20, of: 50), for: ticket)
    #expect(accepted)
    #expect(cursor.next()?.offset == 20)
  }

  @Test func pageFromBeforeTheStartDoesNotBelongIntoTheList() throws {
    var cursor = loaded(20, of: 50)
    let old = try #require(cursor.next())
    let new = cursor.first()
    let accepted = cursor.accept(.sample(from: 20, count: 20, of: 50), for: old)
    #expect(!accepted)
    #expect(cursor.next() == nil)
    let acceptedNew = cursor.accept(.sample(from: 0, count: 10, of: 50), for: new)
    #expect(acceptedNew)
    let acceptedLater = cursor.accept(.sample(from: 20, count: 20, of: 50), for: old)
    #expect(!acceptedLater)
    #expect(cursor.next()?.offset == 10)
  }

  @Test func startThatFailsLeavesTheListWhereItWas() {
    var cursor = loaded(20, of: 50)
    let ticket = cursor.first()
    let concerned = cursor.end(ticket)
    #expect(concerned)
    #expect(cursor.next()?.offset == 20)
  }

  @Test func failureFromBeforeTheStartConcernsNobody() throws {
    var cursor = loaded(20, of: 50)
    let old = try #require(cursor.next())
    _ = cursor.first()
    let concerned = cursor.end(old)
    #expect(!concerned)
    #expect(cursor.next() == nil)
  }

  @Test func emptyPageEndsTheListWhateverItsTotalSays() throws {
    var cursor = loaded(20, of: 50)
    let ticket = try #require(cursor.next())
    let accepted = cursor.accept(.sample(from: 20, count: 0, of: 50), for: ticket)
    #expect(accepted)
    #expect(!cursor.hasMore)
  }
}
