// swift-format-ignore-file
import ViewFeature

enum S3Composition {
  // App types
  struct User: Equatable, Sendable {}
  struct Post: Equatable, Sendable {}
  struct Message: Equatable, Sendable {}
  struct Profile: Equatable, Sendable {}
  struct Settings: Equatable, Sendable {}
  struct Entry: Equatable, Sendable {}

  protocol API: Sendable {
    func fetchUsers() async throws -> [User]
    func fetchPosts() async throws -> [Post]
    func fetchNotifications() async throws -> [Message]
    func createOrder() async throws -> String
    func processPayment(_ orderId: String) async throws
    func sendConfirmation(_ orderId: String) async throws
    func fetchProfile() async throws -> Profile
    func fetchSettings() async throws -> Settings
    func fetchUser(id: String) async throws -> User
  }

  protocol Cache: Sendable {
    func load() async throws -> [Entry]
  }

  struct DashboardFeature: Feature {
    let api: any API

    @Observable
    final class State {
      var users: [User] = []
      var posts: [Post] = []
      var notifications: [Message] = []
    }

    enum Action: Sendable {
      case loadDashboard
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-40 (L576)
        case .loadDashboard:
            // These can run in parallel - no dependencies
            return .merge(
                .run { state in
                    state.users = try await api.fetchUsers()
                },
                .run { state in
                    state.posts = try await api.fetchPosts()
                },
                .run { state in
                    state.notifications = try await api.fetchNotifications()
                }
            )
        }
      }
    }
  }

  struct OrderFeature: Feature {
    let api: any API

    @Observable
    final class State {
      var orderId: String?
    }

    enum Action: Sendable {
      case submitOrder
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-41 (L593)
        case .submitOrder:
            // These must run in sequence - each depends on previous
            return .concatenate(
                .run { state in
                    state.orderId = try await api.createOrder()
                },
                .run { state in
                    try await api.processPayment(state.orderId!)
                },
                .run { state in
                    try await api.sendConfirmation(state.orderId!)
                }
            )
        }
      }
    }
  }

  struct ParallelFeature: Feature {
    @Observable
    final class State {}

    enum Action: Sendable {
      case wait
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        // S3-43 (L624)
        // Completes in ~500ms (max of all tasks)
        return .merge(
            // note: the example sleeps in the document; the tests of it run in virtual time.
            .run { try await Task.sleep(for: .milliseconds(100)) },
            .run { try await Task.sleep(for: .milliseconds(500)) },
            .run { try await Task.sleep(for: .milliseconds(200)) }
        )
      }
    }
  }

  struct NestedFeature: Feature {
    let api: any API
    let cache: any Cache

    @Observable
    final class State {
      var isLoading = false
      var profile: Profile?
      var settings: Settings?
      var cache: [Entry] = []
      var processedData = ""
    }

    enum Action: Sendable {
      case initialize
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-45 (L648)
        case .initialize:
            return .concatenate(
                // Step 1: Show loading
                .run { state in state.isLoading = true },

                // Step 2: Load data in parallel
                .merge(
                    .run { state in state.profile = try await api.fetchProfile() },
                    .run { state in state.settings = try await api.fetchSettings() },
                    .run { state in state.cache = try await cache.load() }
                ),

                // Step 3: Process (only after all parallel tasks complete)
                .run { state in
                    state.processedData = process(state.profile, state.settings)
                },

                // Step 4: Hide loading
                .run { state in state.isLoading = false }
            )
        }
      }
    }

    func process(_ profile: Profile?, _ settings: Settings?) -> String {
      profile == nil || settings == nil ? "too early" : "processed"
    }
  }

  struct SyncFeature: Feature {
    let syncLocal: @Sendable () async throws -> [Entry]
    let syncRemote: @Sendable () async throws -> [Entry]

    @Observable
    final class State {
      var local: [Entry] = []
      var remote: [Entry] = []
      var syncError: String?
      var lastSyncFailed = false
    }

    enum Action: Sendable {
      case syncData
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-46 (L676)
        case .syncData:
            return .merge(
                .run { state in state.local = try await syncLocal() },
                .run { state in state.remote = try await syncRemote() }
            )
            .catch { error, state in
                state.syncError = error.localizedDescription
                state.lastSyncFailed = true
            }
        }
      }
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
        // S3-48 (L703)
        case .loadUsers(let userIDs):
            // edit: the type of `fetchTasks` is written out, which the compiler cannot infer
            // was: let fetchTasks = userIDs.map { id in
            let fetchTasks: [ActionTask<Action, State>] = userIDs.map { id in
                ActionTask.run { state in
                    state.users[id] = try await api.fetchUser(id: id)
                }
            }
            return .merge(fetchTasks)
        }
      }
    }
  }

  struct SearchFeature: Feature {
    let searchUsers: @Sendable (String) async throws -> [String]
    let searchPosts: @Sendable (String) async throws -> [String]
    let searchTags: @Sendable (String) async throws -> [String]

    @Observable
    final class State {
      var userResults: [String] = []
      var postResults: [String] = []
      var tagResults: [String] = []
    }

    enum Action: Sendable {
      case searchAll(String)
      case cancelSearch
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-50 (L729)
        case .searchAll(let query):
            return .merge(
                .run { state in state.userResults = try await searchUsers(query) },
                .run { state in state.postResults = try await searchPosts(query) },
                .run { state in state.tagResults = try await searchTags(query) }
            )
            .cancellable(id: "search-all", cancelInFlight: true)

        case .cancelSearch:
            return .cancel(id: "search-all")  // Cancels all parallel searches
        }
      }
    }
  }

  // The block holds a case and a method: split.

  struct ShallowFeature: Feature {
    let api: any API

    @Observable
    final class State {
      var profile: Profile?
      var settings: Settings?
      var steps: [Int] = []
    }

    enum Action: Sendable {
      case initialize
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-51 (L747), the case
        case .initialize:
            return .concatenate(
                initStep1(),
                initStep2(),
                initStep3()
            )
        }
      }
    }

    // S3-51 (L747), the method
    private func initStep2() -> ActionTask<Action, State> {
        .merge(
            .run { state in state.profile = try await api.fetchProfile() },
            .run { state in state.settings = try await api.fetchSettings() }
        )
    }

    private func initStep1() -> ActionTask<Action, State> {
      .run { state in state.steps.append(1) }
    }

    private func initStep3() -> ActionTask<Action, State> {
      .run { state in state.steps.append(state.profile == nil || state.settings == nil ? 0 : 3) }
    }
  }
}
