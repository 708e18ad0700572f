import Testing

@testable import ScreenStateKit

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

  @Test func nothingIsRequestedAtFirst() {
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

  @Test func eachRequestIsDeliveredOnceAndInOrder() {
    let inbox = AppRefreshInbox<Part, Origin>()
    refresher.refresh(.profile)
    refresher.deliver(to: inbox)
    refresher.deliver(to: inbox)
    refresher.refresh(.list)
    refresher.refresh([.list, .profile], source: .settings)
    refresher.refresh(.profile)
    #expect(inbox.takeAll().map(\.option) == [.list, [.list, .profile], .profile])
    #expect(inbox.takeAll().isEmpty)
  }

  @Test func anInboxFollowsOneRefresher() {
    let (inbox, other) = (AppRefreshInbox<Part, Origin>(), AppRefresher<Part, Origin>())
    refresher.deliver(to: inbox)
    other.deliver(to: inbox)
    refresher.refresh(.list)
    #expect(inbox.takeAll().isEmpty)
    other.refresh(.profile)
    #expect(inbox.takeAll().map(\.option) == [.profile])
    refresher.deliver(to: inbox)
    other.refresh(.profile)
    refresher.refresh(.list)
    #expect(inbox.takeAll().map(\.option) == [.list])
  }

  @Test func inboxIsNotKept() {
    var inbox: AppRefreshInbox<Part, Origin>? = AppRefreshInbox()
    weak let released = inbox
    if let inbox { refresher.deliver(to: inbox) }
    inbox = nil
    #expect(released == nil)
    refresher.refresh(.list)
  }

  @Test func eachRequestIsObserved() {
    for _ in 0..<2 {
      #expect(isNotified(of: refresher.action?.id) { refresher.refresh(.list) })
    }
  }

  @Test func requestsAreASequenceForStores() async {
    var refresher: AppRefresher<Part, Origin>? = AppRefresher()
    refresher?.refresh(.list)
    let requests = refresher?.requests(for: .list)
    refresher?.refresh(.profile)
    refresher?.refresh([.list, .profile], source: .settings)
    refresher?.refresh(.list)
    weak let gone = refresher
    refresher = nil
    #expect(gone == nil)
    var options: [Part] = []
    if let requests { for await request in requests { options.append(request.option) } }
    #expect(options == [[.list, .profile], .list])
  }
}
