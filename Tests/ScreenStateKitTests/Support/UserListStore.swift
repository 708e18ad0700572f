import ScreenStateKit

/// The documents' user list, based on `Pager`.
actor UserListStore: ScreenStore {
  enum Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding, Hashable {
    case fetchUsers
    case loadMore
    case deleteUser(id: String)
    case search(query: String)

    var canTrackLoading: Bool {
      switch self {
      case .fetchUsers, .deleteUser: true
      case .loadMore, .search: false
      }
    }

    var executionPolicy: ExecutionPolicy {
      switch self {
      case .fetchUsers, .search: .restart.group("list")
      case .loadMore: .dropWhileRunning.group("list")
      case .deleteUser: .dropWhileRunning
      }
    }
  }

  let binding = ScreenBinding<PagedScreenState<User, Int>>()
  private let userService: PendingUserService

  init(userService: PendingUserService) {
    self.userService = userService
  }

  func perform(_ action: Action) async throws {
    guard let state = viewState else { return }
    switch action {
    case .fetchUsers:
      try await state.loadFirstPage(fetchUsers)
    case .loadMore:
      try await state.loadNextPage(fetchUsers)
    case .search(let query):
      try await state.loadFirstPage { _ in
        .init(items: try await userService.search(query: query), next: nil)
      }
    case .deleteUser(let id):
      try await userService.delete(id: id)
      try await updateState { $0.pager.remove(id: id) }
    }
  }

  private func fetchUsers(
    _ request: PagedScreenState<User, Int>.Request
  ) async throws -> PagedScreenState<User, Int>.Page {
    let page = try await userService.fetchUsers(page: request.pageNumber)
    return .init(items: page.users, hasMore: !page.isLastPage, after: request)
  }
}
