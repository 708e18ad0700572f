import ScreenStateKit

/// A user list on different stores, for scenarios that are the same on each.
@MainActor
struct UserListScreen {
  enum Action: Sendable {
    case fetchUsers
    case loadMore
    case search(query: String)
    case deleteUser(id: String)
  }

  /// Waits for the end of an action, with or without an error.
  typealias End = @Sendable () async -> Void

  let service: PendingUserService
  /// The state of the screen that contains the list.
  let parent: ScreenState
  let users: @MainActor () -> [User]
  /// Binds the store to another state with the same parent.
  let reopen: @MainActor () async -> Void
  /// Sends an action.
  let send: @MainActor (Action) -> End

  /// The documents' store.
  static func ofDocuments(deletesAtOnce: Bool = false) async -> Self {
    let service = PendingUserService()
    let store = DocumentUserListStore(userService: service, deletesAtOnce: deletesAtOnce)
    return await make(service, store, DocumentUserListState.init(states:)) { state in
      state.users
    } send: { action in
      let received: DocumentUserListStore.Action =
        switch action {
        case .fetchUsers: .fetchUsers
        case .loadMore: .loadMore
        case .search(let query): .search(query: query)
        case .deleteUser(let id): .deleteUser(id: id)
        }
      let task = Task { await store.isolatedReceive(action: received) }
      return { await task.value }
    }
  }

  /// A `ScreenStore` with a `Pager`.
  static func ofToolkit() async -> Self {
    let service = PendingUserService()
    let store = UserListStore(userService: service)
    return await make(service, store, PagedScreenState.init(states:)) { state in
      state.items
    } send: { action in
      let received: UserListStore.Action =
        switch action {
        case .fetchUsers: .fetchUsers
        case .loadMore: .loadMore
        case .search(let query): .search(query: query)
        case .deleteUser(let id): .deleteUser(id: id)
        }
      return end(of: store.receive(action: received))
    }
  }

  /// A `ScreenStore` with an `OptimisticValue` that only fetches and deletes.
  static func ofToolkitDeletingAtOnce() async -> Self {
    let service = PendingUserService()
    let store = OptimisticUserListStore(userService: service)
    return await make(service, store, OptimisticUserListState.init(states:)) { state in
      state.users.value
    } send: { action in
      switch action {
      case .fetchUsers: return end(of: store.receive(action: .fetchUsers))
      case .deleteUser(let id): return end(of: store.receive(action: .deleteUser(id: id)))
      case .loadMore, .search: return {}
      }
    }
  }

  private static func make<Store: ScreenActionStore>(
    _ service: PendingUserService,
    _ store: Store,
    _ makeState: @escaping @MainActor (ScreenState) -> Store.AScreenState,
    users: @escaping @MainActor (Store.AScreenState) -> [User],
    send: @escaping @MainActor (Action) -> End
  ) async -> Self {
    let parent = ScreenState()
    let state = makeState(parent)
    let later = makeState(parent)
    await store.binding(state: state)
    return Self(
      service: service,
      parent: parent,
      users: { users(state) },
      reopen: { await store.binding(state: later) },
      send: send
    )
  }

  private static func end(of sent: AnyTask) -> End {
    { _ = try? await sent.waitComplete() }
  }
}
