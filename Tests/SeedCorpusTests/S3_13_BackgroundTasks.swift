// swift-format-ignore-file
import ViewFeature

enum S3BackgroundTasks {
  // App types
  struct Item: Equatable, Sendable {}
  struct Image: Equatable, Sendable {}

  protocol APIClient: Sendable {
    func fetch() async throws -> [Item]
  }

  struct LoadFeature: Feature {
    let apiClient: any APIClient

    @Observable
    final class State {
      var data: [Item] = []
      var isLoading = false
    }

    enum Action: Sendable {
      case loadData
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-13 (L167)
        case .loadData:
            state.isLoading = true
            return .run(id: "load-data") { state in
                let data = try await apiClient.fetch()
                state.data = data
                state.isLoading = false
            }
        }
      }
    }
  }

  struct ImageFeature: Feature {
    let work: @Sendable () -> Void

    @Observable
    final class State {
      var processedImage: Image?
    }

    enum Action: Sendable {
      case processImage
      case imageProcessed(Image)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-15 (L190)
        case .processImage:
            return .run(id: "process") {
                // This closure can do background work
                let processed = await heavyImageProcessing()  // Off main thread

                // Send results back to MainActor
                await store.send(.imageProcessed(processed))  // Automatically MainActor
            }

        case .imageProcessed(let image):
          state.processedImage = image
          return .none
        }
      }
    }

    @concurrent
    nonisolated func heavyImageProcessing() async -> Image {
      work()
      return Image()
    }
  }

  struct LoadOrFailFeature: Feature {
    let apiClient: any APIClient

    @Observable
    final class State {
      var data: [Item] = []
      var isLoading = false
      var errorMessage: String?
    }

    enum Action: Sendable {
      case loadData
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-17 (L214)
        case .loadData:
            state.isLoading = true
            return .run(id: "load") { state in
                let data = try await apiClient.fetch()
                state.data = data
                state.isLoading = false
            }
            .catch { error, state in
                state.errorMessage = error.localizedDescription
                state.isLoading = false
            }
        }
      }
    }
  }

  struct CancelFeature: Feature {
    let work: @Sendable () async throws -> Void

    @Observable
    final class State {
      var isSearching = false
    }

    enum Action: Sendable {
      case search
      case startLongRunningTask
      case cancelSearch
      case userNavigatedAway
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .search:
            state.isSearching = true
            return .run(id: "search") { try await work() }

        case .startLongRunningTask:
            return .run(id: "long-running-task") { try await work() }

        // S3-19 (L242)
        case .cancelSearch:
            state.isSearching = false
            return .cancel(id: "search")

        case .userNavigatedAway:
            return .cancel(id: "long-running-task")
        }
      }
    }
  }
}
