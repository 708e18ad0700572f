import Foundation
import ScreenStateKit

@Observable @MainActor
final class DocumentUserListState: LoadmoreScreenState, StateUpdatable {
  var users: [User] = []
}

/// A user list that handles locks, loading, pages and errors itself, as the documents describe for action stores.
///
/// It applies responses in the order of their arrival, and derives the number of the next page from the number of users.
/// With `deletesAtOnce`, it shows a deletion before it is confirmed, and restores the earlier list after a failure.
actor DocumentUserListStore: ScreenActionStore {
  enum Action: ActionLockable, LoadingTrackable, Hashable {
    case deleteUser(id: String)
    case fetchUsers
    case loadMore
    case search(query: String)

    var canTrackLoading: Bool {
      if case .search = self { return false }
      return self != .loadMore
    }
  }

  private let service: PendingUserService
  private let deletesAtOnce: Bool
  private let locks = ActionLocker.nonIsolated
  private weak var list: DocumentUserListState?

  init(userService service: PendingUserService, deletesAtOnce: Bool = false) {
    self.service = service
    self.deletesAtOnce = deletesAtOnce
  }

  func binding(state: DocumentUserListState) {
    list = state
  }

  func isolatedReceive(action: Action) async {
    guard locks.canExecute(action) else { return }
    await list?.loadingStarted(action: action)
    do {
      try await perform(action)
    } catch let error as any LocalizedError {
      await list?.showError(error)
    } catch {
      // Other errors aren't shown.
    }
    locks.unlock(action)
    await list?.loadingFinished(action: action)
  }

  nonisolated func receive(action: Action) {
    Task { await isolatedReceive(action: action) }
  }

  private func perform(_ action: Action) async throws {
    switch action {
    case .fetchUsers:
      try await showPage(1, after: [])
    case .loadMore:
      let shown = await list?.users ?? []
      try await showPage(shown.count / 20 + 1, after: shown)
      await list?.ternimateLoadmoreView()
    case .search(let query):
      let found = try await service.search(query: query)
      await show(found)
    case .deleteUser(let id):
      try await delete(id)
    }
  }

  private func showPage(_ number: Int, after earlier: [User]) async throws {
    let page = try await service.fetchUsers(page: number)
    await show(earlier + page.users)
    await list?.updateDidLoadAllData(page.isLastPage)
  }

  private func delete(_ id: String) async throws {
    guard deletesAtOnce else {
      try await service.delete(id: id)
      let shown = await list?.users ?? []
      return await show(shown.filter { $0.id != id })
    }
    let earlier = await list?.users ?? []
    await show(earlier.filter { $0.id != id })
    do {
      try await service.delete(id: id)
    } catch {
      await show(earlier)
      throw error
    }
  }

  private func show(_ users: [User]) async {
    await list?.updateState { state in
      state.users = users
    }
  }
}
