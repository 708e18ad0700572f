// swift-format-ignore-file
import Foundation
import ScreenStateKit

extension S0UserList {
  // App types
  struct UserPage: Sendable {
    let users: [User]
    let isLastPage: Bool
  }

  protocol UserServiceProtocol: Sendable {
    func fetchUsers(page: Int) async throws -> UserPage
    func search(query: String) async throws -> [User]
    func delete(id: String) async throws
  }

  // S0-23 (L639)
  actor UserListViewStore: ScreenActionStore {
      private weak var viewState: UserListViewState?
      private let actionLocker = ActionLocker.nonIsolated
      private let cancelBag = CancelBag()
      private let userService: UserServiceProtocol

      init(userService: UserServiceProtocol) {
          self.userService = userService
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

      func binding(state: UserListViewState) {
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
              case .deleteUser(let id):
                  try await deleteUser(id: id)
              }
          } catch let error as LocalizedError {
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
  }
}
