import ScreenStateKit
import SwiftUI
import Testing

@testable import UserViews

/// The documents' views, used as a user does.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct UserViewsTests {
  private typealias Feature = S0FeatureView

  private struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
  }

  private struct UserService: S0UserList.UserServiceProtocol {
    func fetchUsers(page: Int) async throws -> S0UserList.UserPage {
      S0UserList.UserPage(users: [.init(id: "ann"), .init(id: "bob")], isLastPage: true)
    }

    func search(query: String) async throws -> [S0UserList.User] {
      [.init(id: query)]
    }

    func delete(id: String) async throws {}
  }

  private let state = Feature.FeatureViewState()

  private func makeHost(
    fetchItems: @escaping @Sendable (_ page: Int) async throws -> [Feature.Item]
  ) -> ViewHost {
    ViewHost(
      Feature.FeatureView(
        viewState: state,
        viewStore: Feature.FeatureViewStore(fetchItems: fetchItems)
      )
    )
  }

  @Test func featureViewLoadsAndShowsItsItems() async throws {
    let (pages, continuation) = AsyncStream<[Feature.Item]>.makeStream()
    let host = makeHost { _ in await pages.firstElement() ?? [] }
    #expect(host.node(.unavailable, "No Items") != nil)

    try await host.wait { host.node(.progress) != nil }
    continuation.yield([Feature.Item(id: "one"), Feature.Item(id: "two")])

    try await host.wait { host.texts == ["one", "two"] && host.node(.progress) == nil }
    #expect(host.alert == nil)
  }

  @Test func featureViewShowsItsError() async throws {
    let host = makeHost { _ in throw Offline() }

    try await host.wait { host.alert?.text == "You are offline" }
    try host.tap("OK")

    #expect(state.displayError == nil)
    #expect(host.alert == nil)
    #expect(host.node(.unavailable, "No Items") != nil)
  }

  @Test func featureViewLoadsMoreWhereItsListEnds() async throws {
    let host = makeHost { page in [Feature.Item(id: "page \(page)")] }
    try await host.wait { host.texts == ["page 1"] }

    state.canExecuteLoadmore()

    try await host.wait { host.texts == ["page 1", "page 2"] }
    // The row has gone off the screen, and asks to be shown again.
    try await host.wait { state.canShowLoadmore }
  }

  @Test func userIsDeletedBySwiping() async throws {
    let host = ViewHost(S0UserList.UserListView(userService: UserService()))
    try await host.wait { host.nodes(.swipeActions).count == 2 }

    try host.tap("Delete")

    try await host.wait { host.node(.text, "ann") == nil }
    #expect(host.node(.text, "bob") != nil)
  }

  @Test func searchChangesTheUsers() async throws {
    let host = ViewHost(S0UserList.UserListView(userService: UserService()))
    try await host.wait { host.node(.text, "ann") != nil }

    try host.type("eve", into: "Search")

    try await host.wait { host.node(.text, "eve") != nil }
    #expect(host.node(.text, "ann") == nil)
  }

  @Test func counterCounts() throws {
    let host = ViewHost(S4Counter.CounterView())

    try host.tap("+")
    try host.tap("+")
    try host.tap("−")

    #expect(host.texts.first == "1")
  }

  @Test func listIsRefreshed() async throws {
    let store = S0PullToRefresh.FeatureViewStore()
    let host = ViewHost(S0PullToRefresh.ItemList(viewStore: store))

    try await host.refresh()

    #expect(await store.fetches == 1)
  }

  private struct Items: S1Feature.DataServiceProtocol {
    var names: [String] = []

    func fetchItems(page: Int, limit: Int) async throws -> S1Feature.ItemPage {
      S1Feature.ItemPage(items: names.map { S1Feature.Item(name: $0) })
    }
  }

  private func readmeHost(_ items: Items) -> ViewHost {
    ViewHost(
      S1Feature.FeatureView(
        viewState: S1Feature.FeatureViewState(),
        viewStore: S1Feature.FeatureViewStore(dataService: items)
      )
    )
  }

  @Test func readmeViewShowsItsItems() async throws {
    let host = readmeHost(Items(names: ["one"]))

    try await host.wait { host.texts == ["Item"] && host.node(.progress) == nil }
  }

  @Test func readmeViewSaysThatThereAreNone() async throws {
    let host = readmeHost(Items())
    #expect(host.texts == ["No Items", "Pull down to refresh"])
  }

  @Test func modifiersShowTheState() throws {
    let state = ScreenState()
    let host = ViewHost(S1Modifiers(viewState: state))
    #expect(host.texts == ["Content"])

    state.loadingStarted()
    // Of both modifiers that show loading.
    #expect(host.nodes(.progress).count == 2)
    #expect(host.node(.text, "Saving...") != nil)

    state.showError(Offline())
    #expect(host.node(.progress) == nil)
    #expect(host.alert?.text == "You are offline")
    try host.tap("OK")
    #expect(state.displayError == nil)
  }

  @Test func placeholderIsRedacted() {
    let state = S1Placeholder.HomeViewState()
    let hosts = [
      ViewHost(S1Placeholder.Skeleton(viewState: state)),
      ViewHost(S1Placeholder.ShimmeringSkeleton(viewState: state)),
    ]
    for host in hosts {
      #expect(host.node(.text)?.redactionReasons == .placeholder)
    }

    state.snapshot = S1Placeholder.HomeSnapshot(items: [.init(name: "real")])

    for host in hosts {
      #expect(host.node(.text)?.redactionReasons == [])
    }
  }

  @Test func listShowsThatThereIsMore() {
    let state = S1LoadmoreScreenState.ListViewState()
    state.items = [.init()]
    let host = ViewHost(S1LoadmoreScreenState.ListView(viewState: state))
    #expect(host.texts == ["Item"])
    #expect(host.node(.progress) == nil)

    state.canExecuteLoadmore()

    #expect(host.node(.progress) != nil)
  }
}
