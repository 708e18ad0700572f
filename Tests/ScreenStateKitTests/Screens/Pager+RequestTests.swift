import Testing

@testable import ScreenStateKit

struct PagerRequestTests {
  @Test func repeatedRequestIsANewOne() {
    var pager = Pager<Word, Int>()
    let first = pager.refresh()
    let copy = first
    let second = pager.refresh()
    #expect(first == copy)
    #expect(first != second)
    #expect(Set([first, copy, second]).count == 2)
  }

  @Test func requestOfAnotherPagerIsNotAnswered() {
    var pager = Pager<Word, Int>()
    var other = Pager<Word, Int>()
    let request = other.refresh()
    _ = pager.refresh()
    #expect(pager.receive(.init(items: words(1), next: nil), for: request) == false)
    #expect(request != pager.outstanding)
  }
}
