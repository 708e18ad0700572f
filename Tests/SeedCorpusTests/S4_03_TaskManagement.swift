// swift-format-ignore-file
import ViewFeature

enum S4TaskManagement {
  // App types
  nonisolated struct Item: Equatable, Sendable {}

  nonisolated struct APIClient: Sendable {
    var load: @Sendable () async throws -> [Item] = { [Item()] }

    func fetch() async throws -> [Item] { try await load() }
  }

  nonisolated enum Server {
    @TaskLocal static var client = APIClient()
  }

  static var apiClient: APIClient { Server.client }

  // S4-3 (L153)
  struct DataFeature: StoreFeature {
    @Observable
    final class State {
      var isLoading = false
      var data: [Item] = []
      // edit: the property that `catch` assigns
      var errorMessage: String?
    }

  enum Action: Sendable {
    case loadData
    case cancelLoad
    case dataLoaded([Item])
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
        case .loadData:
        state.isLoading = true
        return .run(id: "load-data") {
          let data = try await apiClient.fetch()
          await store.send(.dataLoaded(data))
        }
      .catch { error, state in
        state.isLoading = false
        state.errorMessage = error.localizedDescription
      }

    case .cancelLoad:
    state.isLoading = false
    return .cancel(id: "load-data")

    case .dataLoaded(let items):
    state.data = items
    state.isLoading = false
    return .none
  }
  }
  }
  }
}
