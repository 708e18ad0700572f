import ScreenStateKit
import SwiftUI
import Testing

@testable import UserViews

/// The documents' views, used as a user does.
@MainActor
@Suite(.timeLimit(.minutes(1)))
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
}
