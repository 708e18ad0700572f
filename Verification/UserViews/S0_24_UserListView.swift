// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

extension S0UserList.User: Identifiable {}

extension S0UserList {
  // App types
  struct UserRow: View {
    let user: User

    var body: some View { Text(user.id) }
  }

  // S0-24 (L744)
  struct UserListView: View {
      @State private var viewState = UserListViewState()
      @State private var viewStore: UserListViewStore

      init(userService: UserServiceProtocol) {
          self._viewStore = State(initialValue: UserListViewStore(userService: userService))
      }

      var body: some View {
          NavigationStack {
              List {
                  ForEach(viewState.users) { user in
                      UserRow(user: user)
                          .swipeActions {
                              Button("Delete", role: .destructive) {
                                  viewStore.receive(action: .deleteUser(id: user.id))
                              }
                          }
                  }

                  if viewState.canShowLoadmore {
                      RMLoadmoreView(states: viewState)
                          .onAppear {
                              viewStore.receive(action: .loadMore)
                          }
                  }
              }
              .searchable(text: $viewState.searchQuery)
              .onChange(of: viewState.searchQuery) { _, newValue in
                  viewStore.receive(action: .search(query: newValue))
              }
              .refreshable {
                  await viewStore.isolatedReceive(action: .fetchUsers)
              }
              .navigationTitle("Users")
          }
          .onShowLoading($viewState.isLoading)
          .onShowError($viewState.displayError)
          .task {
              await viewStore.binding(state: viewState)
              viewStore.receive(action: .fetchUsers)
          }
      }
  }
}
