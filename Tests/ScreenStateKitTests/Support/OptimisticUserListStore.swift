import ScreenStateKit

@Observable @MainActor
final class OptimisticUserListState: ScreenState {
  var users = OptimisticValue<[User]>([])

  func delete(id: String) -> OptimisticValue<[User]>.Change {
    users.apply { $0.removeAll { $0.id == id } }
  }

  func confirm(_ change: OptimisticValue<[User]>.Change) {
    users.commit(change)
  }

  func takeBack(_ change: OptimisticValue<[User]>.Change) {
    users.rollback(change)
  }
}

/// A user list whose deletions are shown before they are confirmed.
actor OptimisticUserListStore: ScreenStore {
  enum Action: ActionLockable, Hashable {
    case fetchUsers
    case deleteUser(id: String)
  }

  let binding = ScreenBinding<OptimisticUserListState>()
  private let userService: PendingUserService

  init(userService: PendingUserService) {
    self.userService = userService
  }

  func perform(_ action: Action) async throws {
    switch action {
    case .fetchUsers:
      let page = try await userService.fetchUsers(page: 1)
      try await updateState { $0.users.refresh(page.users) }
    case .deleteUser(let id):
      guard let state = viewState else { return }
      let change = await state.delete(id: id)
      do {
        try await userService.delete(id: id)
      } catch {
        await state.takeBack(change)
        throw error
      }
      await state.confirm(change)
    }
  }
}
