import Testing
import ViewFeature

@MainActor
@Suite struct NavigationTargetTests {
  private final class Page {}

  private enum Screen: NavigationTarget {
    case page(Page)
    case copy(Page)
    case labelled(page: Page)
    case text(String)
    case pair(Int, String)
    case settings
    case help
  }

  @Test func theSameObjectInTheSameCaseIsTheSameScreen() {
    let page = Page()
    #expect(Screen.page(page) == .page(page))
    #expect(Screen.page(page).id == Screen.page(page).id)
    #expect(Screen.page(page) != .page(Page()))
    #expect(Screen.page(page) != .copy(page))
    #expect(Screen.labelled(page: page) == .labelled(page: page))
    #expect(Screen.labelled(page: page) != .labelled(page: Page()))
    #expect(Set([Screen.page(page), .page(page), .copy(page)]).count == 2)
  }

  @Test func valuesCountIfTheyAreHashable() {
    #expect(Screen.text("a") == .text("a"))
    #expect(Screen.text("a") != .text("b"))
    // A tuple is not.
    #expect(Screen.pair(1, "a") == .pair(2, "b"))
  }

  @Test func casesWithoutPayloadsDiffer() {
    #expect(Screen.settings == .settings)
    #expect(Screen.settings != .help)
  }
}
