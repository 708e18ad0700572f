import ScreenStateKit
import Testing

@MainActor
struct AppRefresherTests {
  private struct Part: OptionSet, Sendable {
    let rawValue: Int
    static let list = Self(rawValue: 1 << 0)
    static let profile = Self(rawValue: 1 << 1)
  }

  private enum Origin {
    case settings
  }

  private let refresher = AppRefresher<Part, Origin>()

  @Test func nothingIsAskedForAtFirst() {
    #expect(refresher.action == nil)
  }

  @Test func requestSaysWhatAndWhoAsks() {
    refresher.refresh([.list, .profile], source: .settings)
    #expect(refresher.action?.option == [.list, .profile])
    #expect(refresher.action?.source == .settings)
    refresher.refresh(.list)
    #expect(refresher.action?.option == .list)
    #expect(refresher.action?.source == nil)
  }

  @Test func sameOptionTwiceIsTwoActions() {
    refresher.refresh(.list)
    let first = refresher.action?.id
    refresher.refresh(.list)
    #expect(refresher.action?.id != first)
  }

  @Test func eachRequestIsObserved() {
    for _ in 0..<2 {
      #expect(isNotified(of: refresher.action?.id) { refresher.refresh(.list) })
    }
  }
}
