import Testing

@testable import StateFields

@MainActor
@Suite struct EnumerationCaseTests {
  private final class Page {}

  private enum Screen {
    case page(Page)
    case labelled(page: Page)
    case pair(Page, Int)
    case number(Int)
    case settings
  }

  @Test func theCaseHasItsNameAndItsObject() {
    let page = Page()
    #expect(EnumerationCase(Screen.page(page))?.name == "page")
    #expect(EnumerationCase(Screen.page(page))?.object === page)
    #expect(EnumerationCase(Screen.labelled(page: page))?.name == "labelled")
    #expect(EnumerationCase(Screen.labelled(page: page))?.object === page)
  }

  @Test func otherPayloadsAreNotObjects() {
    #expect(EnumerationCase(Screen.pair(Page(), 1))?.name == "pair")
    #expect(EnumerationCase(Screen.pair(Page(), 1))?.object == nil)
    #expect(EnumerationCase(Screen.number(1))?.object == nil)
    #expect(EnumerationCase(Screen.number(1))?.payload as? Int == 1)
    #expect(EnumerationCase(Screen.settings) == nil)
  }

  @Test func anOptionalValueCountsAsTheOneThatItHas() {
    let page = Page()
    let screen: Screen?? = .page(page)
    #expect(EnumerationCase(screen as Any)?.object === page)
    #expect(EnumerationCase(Screen?.none as Any) == nil)
  }

  @Test func otherValuesAreNotEnumerations() {
    struct Struct {
      let page = Page()
    }
    #expect(EnumerationCase(Struct()) == nil)
    #expect(!EnumerationCase.isOne(Struct()))
    #expect(!EnumerationCase.isOne(Page()))
    #expect(EnumerationCase.isOne(Screen.settings))
    #expect(EnumerationCase.isOne(Screen?.none as Any))
  }
}
