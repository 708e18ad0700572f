// swift-format-ignore-file
import ViewFeature

enum S3BackgroundMistakes {
  // App types
  struct Image: Equatable, Sendable {}

  struct EmptyIDFeature: Feature {
    let load: @Sendable () async throws -> Void

    @Observable
    final class State {}

    enum Action: Sendable {
      case loadData
      case loadSettings
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-14 (L178)
        case .loadData:
            return .run(id: "") {  // ⚠️ Empty ID
                // ...
                // edit: the work that the dots stand for
                try await load()
            }

        case .loadSettings:
            return .run(id: "") {
                try await load()
            }
        }
      }
    }
  }

  struct BlockingFeature: Feature {
    let work: @Sendable () -> Void

    @Observable
    final class State {
      var processedImage: Image?
    }

    enum Action: Sendable {
      case processImage
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-16 (L202)
        case .processImage:
            // ⚠️ Blocks MainActor
            state.processedImage = heavyImageProcessing()
            return .none
        }
      }
    }

    nonisolated func heavyImageProcessing() -> Image {
      work()
      return Image()
    }
  }

  struct SilentFeature: Feature {
    let apiClient: any S3BackgroundTasks.APIClient

    @Observable
    final class State {
      var isLoading = false
      var errorMessage: String?
    }

    enum Action: Sendable {
      case loadData
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-18 (L229)
        case .loadData:
            return .run(id: "load") {
                let data = try? await apiClient.fetch()  // ⚠️ Silently fails
                // ...
                // edit: a use of the data
                _ = data
            }
        }
      }
    }
  }
}
