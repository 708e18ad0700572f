import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The real-world feature of the first document.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S0UserListStoreTests {
  typealias User = S0UserList.User

  private struct Service: S0UserList.UserServiceProtocol {
    let gate = Gate()
    let pages = LockIsolated<[Int]>([])
    var isLastPage = false
    var isOffline = false

    func fetchUsers(page: Int) async throws -> S0UserList.UserPage {
      pages.withValue { $0.append(page) }
      try await gate.pass()
      if isOffline { throw S0StoreTests.Offline() }
      return .init(users: [User(id: "page \(page)")], isLastPage: isLastPage)
    }

    func search(query: String) async throws -> [User] { [User(id: query)] }

    func delete(id: String) async throws {}
  }

  private let state = S0UserList.UserListViewState()

  private func makeStore(_ service: Service) async -> S0UserList.UserListViewStore {
    let store = S0UserList.UserListViewStore(userService: service)
    await store.binding(state: state)
    return store
  }

  @Test func usersAreFetchedWhileLoadingIsShown() async {
    let service = Service()
    let store = await makeStore(service)

    store.receive(action: .fetchUsers)
    store.receive(action: .fetchUsers)
    await settle()
    #expect(state.isLoading)
    service.gate.open()
    await settle()

    #expect(service.pages.value == [1])
    #expect(state.users == [User(id: "page 1")])
    #expect(!state.isLoading)
    #expect(state.canShowLoadmore)
  }

  @Test func lastPageIsTheEnd() async {
    let service = Service(isLastPage: true)
    service.gate.open()
    let store = await makeStore(service)

    await store.isolatedReceive(action: .fetchUsers)

    #expect(state.didLoadAllData)
    #expect(!state.canShowLoadmore)
  }

  @Test func moreUsersAreAppended() async {
    let service = Service()
    service.gate.open()
    let store = await makeStore(service)
    state.users = (0..<20).map { User(id: "\($0)") }

    await store.isolatedReceive(action: .loadMore)

    #expect(service.pages.value == [2])
    #expect(state.users.count == 21)
    #expect(state.users.last == User(id: "page 2"))
    #expect(!state.canShowLoadmore)
  }

  @Test func usersAreSearchedAndDeleted() async {
    let store = await makeStore(Service())

    await store.isolatedReceive(action: .search(query: "ann"))
    #expect(state.users == [User(id: "ann")])

    await store.isolatedReceive(action: .deleteUser(id: "ann"))
    #expect(state.users.isEmpty)
  }

  @Test func errorIsShown() async {
    let service = Service(isOffline: true)
    service.gate.open()
    let store = await makeStore(service)

    await store.isolatedReceive(action: .fetchUsers)

    #expect(state.displayError?.message == "You are offline")
    #expect(!state.isLoading)
  }
}
