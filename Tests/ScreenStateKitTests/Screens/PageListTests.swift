import Testing

@testable import ScreenStateKit

struct PageListTests {
  private var list = PageList<Word>()

  @Test mutating func pagesFollowEachOther() {
    list.append(words(1, 2), limit: nil)
    list.append(words(3), limit: nil)
    #expect(list.items == words(1, 2, 3))
    #expect(list.pageCount == 2)
  }

  @Test mutating func newerItemReplacesTheOlder() {
    list.append(words(1, 2, 3), limit: nil)
    list.append(words(2, 4, version: 1), limit: nil)
    #expect(
      list.items == [
        Word(id: 1), Word(id: 2, version: 1), Word(id: 3), Word(id: 4, version: 1),
      ]
    )
  }

  @Test mutating func laterOneOfAPageReplacesTheEarlier() {
    let page = [Word(id: 1), Word(id: 2), Word(id: 1, version: 1)]
    list.append(page, limit: nil)
    #expect(list.items == [Word(id: 1, version: 1), Word(id: 2)])
  }

  @Test mutating func firstPageIsDroppedForOneTooMany() {
    list.append(words(1, 2), limit: 2)
    list.append(words(3), limit: 2)
    list.append(words(4, 5), limit: 2)
    #expect(list.items == words(3, 4, 5))
    #expect(list.pageCount == 2)
    #expect(list.droppedPageCount == 1)
    #expect(list.index(of: 2) == nil)
    #expect(list.index(of: 5) == 2)
  }

  @Test mutating func itemOfTheDroppedPageMayComeAgain() {
    list.append(words(1), limit: 1)
    list.append(words(1, 2, version: 1), limit: 1)
    #expect(list.items == words(1, 2, version: 1))
  }

  @Test mutating func itemGoesWithTheLastPageThatItCameWith() {
    list.append(words(1, 9), limit: 2)
    list.append(words(1, 2, version: 1), limit: 2)
    list.append(words(3), limit: 2)
    #expect(list.items == words(1, 2, version: 1) + words(3))
    #expect(list.index(of: 1) == 0 && list.index(of: 3) == 2 && list.index(of: 9) == nil)
    list.append(words(4), limit: 2)
    #expect(list.items == words(3, 4))
    #expect(list.index(of: 4) == 1)
  }

  @Test mutating func pageWithoutNewItemsIsAPage() {
    list.append(words(1), limit: 2)
    list.append([], limit: 2)
    list.append(words(2), limit: 2)
    #expect(list.items == words(2))
  }

  @Test(arguments: [0, -3]) mutating func onePageIsAlwaysKept(limit: Int) {
    list.append(words(1), limit: limit)
    list.append(words(2), limit: limit)
    #expect(list.items == words(2))
  }

  @Test mutating func updateReplacesInPlace() {
    list.append(words(1, 2, 3), limit: nil)
    #expect(list.update(Word(id: 2, version: 9)) == true)
    #expect(list.update(Word(id: 4)) == false)
    #expect(list.items == [Word(id: 1), Word(id: 2, version: 9), Word(id: 3)])
  }

  @Test mutating func removedItemIsHandedOutOnce() {
    list.append(words(1, 2, 3), limit: nil)
    #expect(list.remove(2) == Word(id: 2))
    #expect(list.remove(2) == nil)
    #expect(list.items == words(1, 3))
    #expect(list.index(of: 3) == 1)
  }

  @Test mutating func pageThatLostAnItemIsDroppedWithTheRest() {
    list.append([], limit: 3)
    list.append(words(1, 2), limit: 3)
    list.append(words(3), limit: 3)
    _ = list.remove(1)
    list.append(words(4), limit: 3)
    #expect(list.items == words(2, 3, 4))
    list.append(words(5), limit: 3)
    #expect(list.items == words(3, 4, 5))
    #expect(list.update(Word(id: 4, version: 1)) == true)
    #expect(list.items[1].version == 1)
  }

  // MARK: Prepended pages

  @Test mutating func pageInFrontKeepsItsOrder() {
    list.append(words(5, 6), limit: nil)
    list.prepend(words(3, 4), limit: nil)
    list.prepend(words(1, 2), limit: nil)
    #expect(list.items == words(1, 2, 3, 4, 5, 6))
    #expect(list.firstPage == -1 && list.nextPage == 2)
    for id in 1...6 { #expect(list.index(of: id) == id - 1) }
  }

  @Test mutating func newerItemInFrontReplacesTheOlder() {
    list.append(words(2, 3), limit: nil)
    list.prepend([Word(id: 1), Word(id: 3, version: 1), Word(id: 1, version: 2)], limit: nil)
    #expect(list.items == [Word(id: 1, version: 2), Word(id: 2), Word(id: 3, version: 1)])
  }

  @Test mutating func lastPageIsDroppedForOneTooManyInFront() {
    list.append(words(3, 4), limit: 2)
    list.append(words(5), limit: 2)
    #expect(list.prepend(words(2, 4), limit: 2) == 1)
    #expect(list.items == words(2, 3, 4))
    #expect(list.prepend(words(1), limit: 2) == 1)
    #expect(list.items == words(1, 2, 4))
    #expect(list.index(of: 4) == 2 && list.index(of: 3) == nil)
    #expect(list.droppedPageCount == 0)
  }

  @Test mutating func pageThatComesBackIsNoLongerDropped() {
    list.append(words(1), limit: 1)
    list.append(words(2), limit: 1)
    #expect(list.droppedPageCount == 1)
    list.prepend(words(1), limit: 1)
    #expect(list.items == words(1))
    #expect(list.droppedPageCount == 0 && list.firstPage == 1)
  }
}
