// swift-format-ignore-file
import ViewFeature

enum S3CompositionMistakes {
  // App types
  typealias API = S3Composition.API
  typealias User = S3Composition.User
  typealias Post = S3Composition.Post
  typealias Entry = S3Composition.Entry

  struct DashboardFeature: Feature {
    let api: any API

    @Observable
    final class State {
      var users: [User] = []
      var posts: [Post] = []
    }

    enum Action: Sendable {
      case loadDashboard
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-42 (L610)
        case .loadDashboard:
            // ⚠️ This is slow! These are independent and should use .merge()
            return .concatenate(
                .run { state in state.users = try await api.fetchUsers() },
                .run { state in state.posts = try await api.fetchPosts() }
            )
        }
      }
    }
  }

  struct SequentialFeature: Feature {
    @Observable
    final class State {}

    enum Action: Sendable {
      case wait
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        // S3-44 (L634)
        // ⚠️ Takes ~800ms (sum of all tasks)
        return .concatenate(
            // note: the example sleeps in the document; the tests of it run in virtual time.
            .run { try await Task.sleep(for: .milliseconds(100)) },
            .run { try await Task.sleep(for: .milliseconds(500)) },
            .run { try await Task.sleep(for: .milliseconds(200)) }
        )
      }
    }
  }

  struct SyncFeature: Feature {
    let syncLocal: @Sendable () async throws -> [Entry]
    let syncRemote: @Sendable () async throws -> [Entry]

    @Observable
    final class State {
      var local: [Entry] = []
      var remote: [Entry] = []
      var errors = 0
    }

    enum Action: Sendable {
      case syncData
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-47 (L689)
        case .syncData:
            // ⚠️ Errors will crash if not caught
            return .merge(
                .run { state in state.local = try await syncLocal() },
                .run { state in state.remote = try await syncRemote() }
            )
        }
      }
      .onError { _, state in state.errors += 1 }
    }
  }

  struct UsersFeature: Feature {
    let api: any API

    @Observable
    final class State {
      var users: [String: User] = [:]
    }

    enum Action: Sendable {
      case loadUsers([String])
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-49 (L714)
        case .loadUsers(let userIDs):
            // ⚠️ Only works for exactly 3 users
            return .merge(
                .run { state in state.users[userIDs[0]] = try await api.fetchUser(id: userIDs[0]) },
                .run { state in state.users[userIDs[1]] = try await api.fetchUser(id: userIDs[1]) },
                .run { state in state.users[userIDs[2]] = try await api.fetchUser(id: userIDs[2]) }
            )
        }
      }
    }
  }

  struct DeepFeature: Feature {
    @Observable
    final class State {
      var step = 0
    }

    enum Action: Sendable {
      case initialize
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-52 (L764)
        case .initialize:
            // ⚠️ Hard to read and maintain
            return .concatenate(
                .run { state in state.step = 1 },
                .concatenate(
                    .merge(
                        .run { /* ... */ },
                        .concatenate(
                            .run { /* ... */ },
                            .merge(
                                .run { /* ... */ },
                                .run { /* ... */ }
                            )
                        )
                    ),
                    .run { state in state.step = 2 }
                )
            )
        }
      }
    }
  }
}
