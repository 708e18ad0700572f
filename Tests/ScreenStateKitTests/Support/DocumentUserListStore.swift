import Foundation
import ScreenStateKit

@Observable @MainActor
final class DocumentUserListState: LoadmoreScreenState, StateUpdatable {
  var users: [User] = []
}

/// The user list's store from the documents (000, line 639). Only the type of its service differs, and `deletesAtOnce`:
/// a manually written deletion that is shown before it is confirmed.
actor DocumentUserListStore: ScreenActionStore {
  private weak var viewState: DocumentUserListState?
  private let actionLocker = ActionLocker.nonIsolated
  private let cancelBag = CancelBag()
  private let userService: PendingUserService
  private let deletesAtOnce: Bool

  init(userService: PendingUserService, deletesAtOnce: Bool = false) {
    self.userService = userService
    self.deletesAtOnce = deletesAtOnce
  }

  deinit {
    cancelBag.cancelAllInTask()
  }

  enum Action: ActionLockable, LoadingTrackable, Hashable {
    case fetchUsers
    case loadMore
    case search(query: String)
    case deleteUser(id: String)

    var canTrackLoading: Bool {
      switch self {
      case .fetchUsers: return true
      case .loadMore: return false
      case .search: return false
      case .deleteUser: return true
      }
    }
  }

  func binding(state: DocumentUserListState) {
    self.viewState = state
  }

  nonisolated func receive(action: Action) {
    Task { await isolatedReceive(action: action) }
  }

  func isolatedReceive(action: Action) async {
    guard actionLocker.canExecute(action) else { return }
    await viewState?.loadingStarted(action: action)

    do {
      switch action {
      case .fetchUsers:
        try await fetchUsers()
      case .loadMore:
        try await loadMoreUsers()
      case .search(let query):
        try await searchUsers(query: query)
      case .deleteUser(let id) where deletesAtOnce:
        try await deleteUserAtOnce(id: id)
      case .deleteUser(let id):
        try await deleteUser(id: id)
      }
    } catch let error as any LocalizedError {
      await viewState?.showError(error)
    } catch {
      debugPrint("\(declaredName): \(error.localizedDescription)")
    }

    actionLocker.unlock(action)
    await viewState?.loadingFinished(action: action)
  }

  private func fetchUsers() async throws {
    let result = try await userService.fetchUsers(page: 1)
    await viewState?.updateState { state in
      state.users = result.users
    }
    await viewState?.updateDidLoadAllData(result.isLastPage)
  }

  private func loadMoreUsers() async throws {
    let currentUsers = await viewState?.users ?? []
    let nextPage = currentUsers.count / 20 + 1
    let result = try await userService.fetchUsers(page: nextPage)
    await viewState?.updateState { state in
      state.users = currentUsers + result.users
    }
    await viewState?.updateDidLoadAllData(result.isLastPage)
    await viewState?.ternimateLoadmoreView()
  }

  private func searchUsers(query: String) async throws {
    let users = try await userService.search(query: query)
    await viewState?.updateState { state in
      state.users = users
    }
  }

  private func deleteUser(id: String) async throws {
    try await userService.delete(id: id)
    let users = await viewState?.users ?? []
    await viewState?.updateState { state in
      state.users = users.filter { $0.id != id }
    }
  }

  private func deleteUserAtOnce(id: String) async throws {
    let users = await viewState?.users ?? []
    await viewState?.updateState { state in
      state.users = users.filter { $0.id != id }
    }
    do {
      try await userService.delete(id: id)
    } catch {
      await viewState?.updateState { state in
        state.users = users
      }
      throw error
    }
  }
}
