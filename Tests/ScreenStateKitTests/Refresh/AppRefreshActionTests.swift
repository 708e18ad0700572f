import ScreenStateKit
import Testing

struct AppRefreshActionTests {
  @Test func eachOneHasItsOwnIdentityAndCopiesShareIt() {
    let first = AppRefreshAction(option: 1, source: "here")
    let second = AppRefreshAction(option: 1, source: "here")
    let copy = first
    #expect(first.id != second.id)
    #expect(copy.id == first.id)
    #expect(copy.option == 1)
    #expect(copy.source == "here")
  }
}
