import ScreenStateKit
import Testing

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
}
