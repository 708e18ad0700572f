// swift-format-ignore-file
import ViewFeature

enum S3Dependencies {
  // App types
  struct APIClient: Equatable, Sendable {
    let name: String
    static let production = APIClient(name: "production")
  }

  struct Database: Equatable, Sendable {
    let name: String
    static let production = Database(name: "production")
  }

  // S3-20 (L258)
  struct UserFeature: Feature {
      let apiClient: APIClient
      let database: Database

      init(
          apiClient: APIClient = .production,
          database: Database = .production
      ) {
          self.apiClient = apiClient
          self.database = database
      }

      // edit: what a feature needs besides
      @Observable
      final class State {
          var used: [String] = []
      }

      enum Action: Sendable { case load }

      func handle() -> ActionHandler<Action, State> {
          ActionHandler { action, state in
              // Use self.apiClient and self.database
              // edit: that
              state.used = [self.apiClient.name, self.database.name]
              return .none
          }
      }
  }

  enum Protocols {
    struct Item: Equatable, Sendable {
      let name: String
    }

    // S3-22 (L296)
    protocol APIClient: Sendable {
        func fetch() async throws -> [Item]
    }

    struct ProductionAPIClient: APIClient {
        func fetch() async throws -> [Item] {
            // Real implementation
            // edit: in its place
            []
        }
    }

    struct MockAPIClient: APIClient {
        let mockData: [Item]

        func fetch() async throws -> [Item] {
            mockData
        }
    }
  }
}
