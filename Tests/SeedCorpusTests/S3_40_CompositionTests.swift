import Foundation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A server, each of whose answers takes a virtual time of its own.
private struct Server: S3Composition.API, S3Composition.Cache {
  struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
  }

  let calls = LockIsolated<[String]>([])
  var failing = ""

  private func call(_ name: String, milliseconds: Int) async throws {
    calls.withValue { $0.append("\(name) starts") }
    try await ContinuousClock().sleep(for: .milliseconds(milliseconds))
    if name == failing { throw Offline() }
    calls.withValue { $0.append("\(name) ends") }
  }

  func fetchUsers() async throws -> [S3Composition.User] {
    try await call("users", milliseconds: 100)
    return [.init()]
  }

  func fetchPosts() async throws -> [S3Composition.Post] {
    try await call("posts", milliseconds: 300)
    return [.init()]
  }

  func fetchNotifications() async throws -> [S3Composition.Message] {
    try await call("notifications", milliseconds: 200)
    return [.init()]
  }

  func createOrder() async throws -> String {
    try await call("order", milliseconds: 100)
    return "order 1"
  }

  func processPayment(_ orderId: String) async throws {
    try await call("payment of \(orderId)", milliseconds: 100)
  }

  func sendConfirmation(_ orderId: String) async throws {
    try await call("confirmation of \(orderId)", milliseconds: 100)
  }

  func fetchProfile() async throws -> S3Composition.Profile {
    try await call("profile", milliseconds: 100)
    return .init()
  }

  func fetchSettings() async throws -> S3Composition.Settings {
    try await call("settings", milliseconds: 300)
    return .init()
  }

  func fetchUser(id: String) async throws -> S3Composition.User {
    try await call("user \(id)", milliseconds: 100)
    return .init()
  }

  func load() async throws -> [S3Composition.Entry] {
    try await call("cache", milliseconds: 200)
    return [.init()]
  }
}

/// The chapters on composition, in virtual time.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S3CompositionTests {
  typealias Composition = S3Composition

  private let server = Server()

  /// How long an action takes, with all that it starts.
  private func duration<F: Feature>(of action: F.Action, in store: Store<F>) async -> Duration {
    let start = ContinuousClock.now
    await store.send(action).value
    return ContinuousClock.now - start
  }

  @Test func mergeRunsInParallel() async {
    let store = Store(
      initialState: Composition.DashboardFeature.State(),
      feature: Composition.DashboardFeature(api: server)
    )

    #expect(await duration(of: .loadDashboard, in: store) == .milliseconds(300))

    #expect(
      server.calls.value == [
        "users starts", "posts starts", "notifications starts",
        "users ends", "notifications ends", "posts ends",
      ]
    )
    #expect(store.state.users.count == 1)
    #expect(store.state.posts.count == 1)
    #expect(store.state.notifications.count == 1)
  }

  @Test func concatenateRunsInSequence() async {
    let store = Store(
      initialState: Composition.OrderFeature.State(),
      feature: Composition.OrderFeature(api: server)
    )

    await store.send(.submitOrder).value

    #expect(
      server.calls.value == [
        "order starts", "order ends",
        "payment of order 1 starts", "payment of order 1 ends",
        "confirmation of order 1 starts", "confirmation of order 1 ends",
      ]
    )
  }

  @Test func failureEndsTheSequence() async {
    let server = Server(failing: "payment of order 1")
    let store = Store(
      initialState: Composition.OrderFeature.State(),
      feature: Composition.OrderFeature(api: server)
    )

    await store.send(.submitOrder).value

    #expect(server.calls.value.last == "payment of order 1 starts")
  }

  @Test func mergeTakesAsLongAsItsLongest() async {
    let store = Store(
      initialState: Composition.ParallelFeature.State(),
      feature: Composition.ParallelFeature()
    )
    #expect(await duration(of: .wait, in: store) == .milliseconds(500))
  }

  @Test func nestedStepsWaitForEachOther() async {
    let store = Store(
      initialState: Composition.NestedFeature.State(),
      feature: Composition.NestedFeature(api: server, cache: server)
    )
    let start = ContinuousClock.now

    let initializing = store.send(.initialize)
    await settle()
    // Steps 1 and 2.
    #expect(store.state.isLoading)
    #expect(server.calls.value == ["profile starts", "settings starts", "cache starts"])
    #expect(store.state.processedData.isEmpty)
    await initializing.value

    // Steps 3 and 4.
    #expect(ContinuousClock.now - start == .milliseconds(300))
    #expect(store.state.processedData == "processed")
    #expect(store.state.cache.count == 1)
    #expect(!store.state.isLoading)
  }

  @Test func errorInACompositionIsCaught() async {
    let store = Store(
      initialState: Composition.SyncFeature.State(),
      feature: Composition.SyncFeature(
        syncLocal: { throw Server.Offline() },
        syncRemote: { [.init()] }
      )
    )

    await store.send(.syncData).value

    #expect(store.state.syncError == "You are offline")
    #expect(store.state.lastSyncFailed)
    #expect(store.state.local.isEmpty)
    // The other part is not affected.
    #expect(store.state.remote.count == 1)
  }

  @Test func dynamicListIsMerged() async {
    let store = Store(
      initialState: Composition.UsersFeature.State(),
      feature: Composition.UsersFeature(api: server)
    )

    #expect(
      await duration(of: .loadUsers(["1", "2", "3", "4"]), in: store) == .milliseconds(100)
    )
    #expect(store.state.users.keys.sorted() == ["1", "2", "3", "4"])

    await store.send(.loadUsers([])).value
    #expect(store.state.users.count == 4)
  }

  @Test func cancelEndsAllParallelSearches() async {
    let gate = Gate()
    let store = searchStore(gate)

    let search = store.send(.searchAll("swift"))
    await settle()
    #expect(store.state.userResults == ["swift"])
    await store.send(.cancelSearch).value
    await search.value
    gate.open()
    await settle()

    #expect(store.state.postResults.isEmpty)
    #expect(store.state.tagResults.isEmpty)
    #expect(store.runningTaskCount == 0)
  }

  @Test func newSearchReplacesTheOld() async {
    let gate = Gate()
    let store = searchStore(gate)

    let old = store.send(.searchAll("old"))
    await settle()
    let new = store.send(.searchAll("new"))
    await settle()
    gate.open()
    await old.value
    await new.value

    #expect(store.state.userResults == ["new"])
    #expect(store.state.postResults == ["new"])
    #expect(store.state.tagResults == ["new"])
  }

  private func searchStore(_ gate: Gate) -> Store<Composition.SearchFeature> {
    Store(
      initialState: Composition.SearchFeature.State(),
      feature: Composition.SearchFeature(
        searchUsers: { [$0] },
        searchPosts: { query in
          try await gate.pass()
          return [query]
        },
        searchTags: { query in
          try await gate.pass()
          return [query]
        }
      )
    )
  }

  @Test func stepsOfMethodsRunInSequence() async {
    let store = Store(
      initialState: Composition.ShallowFeature.State(),
      feature: Composition.ShallowFeature(api: server)
    )

    await store.send(.initialize).value

    #expect(store.state.steps == [1, 3])
    #expect(store.state.profile != nil)
    #expect(store.state.settings != nil)
  }
}

/// What goes wrong, or does not, in the bad examples.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S3CompositionMistakesTests {
  typealias Mistakes = S3CompositionMistakes

  @Test func sequenceOfIndependentWorkTakesTheSum() async {
    let store = Store(
      initialState: Mistakes.DashboardFeature.State(),
      feature: Mistakes.DashboardFeature(api: Server())
    )
    let start = ContinuousClock.now

    await store.send(.loadDashboard).value

    // 300 ms, if it were merged.
    #expect(ContinuousClock.now - start == .milliseconds(400))
    #expect(store.state.posts.count == 1)
  }

  @Test func sequenceTakesTheSum() async {
    let store = Store(
      initialState: Mistakes.SequentialFeature.State(),
      feature: Mistakes.SequentialFeature()
    )
    let start = ContinuousClock.now

    await store.send(.wait).value

    #expect(ContinuousClock.now - start == .milliseconds(800))
  }

  @Test func uncaughtErrorDoesNotCrash() async {
    let store = Store(
      initialState: Mistakes.SyncFeature.State(),
      feature: Mistakes.SyncFeature(
        syncLocal: { throw Server.Offline() },
        syncRemote: { [.init()] }
      )
    )

    await store.send(.syncData).value

    #expect(store.state.errors == 1)
    #expect(store.state.remote.count == 1)
  }

  @Test func fixedIndicesForgetTheFourthUser() async {
    let store = Store(
      initialState: Mistakes.UsersFeature.State(),
      feature: Mistakes.UsersFeature(api: Server())
    )

    await store.send(.loadUsers(["1", "2", "3", "4"])).value

    #expect(store.state.users.keys.sorted() == ["1", "2", "3"])
  }

  @Test func deepNestingStillRunsInOrder() async {
    let store = Store(
      initialState: Mistakes.DeepFeature.State(),
      feature: Mistakes.DeepFeature()
    )

    await store.send(.initialize).value

    #expect(store.state.step == 2)
    #expect(store.runningTaskCount == 0)
  }
}

/// Two users are not enough for fixed indices.
@MainActor
@Suite struct S3FixedIndicesTests {
  @Test(.notRepeated) func fixedIndicesTrap() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let store = Store(
        initialState: S3CompositionMistakes.UsersFeature.State(),
        feature: S3CompositionMistakes.UsersFeature(api: Server())
      )
      await store.send(.loadUsers(["1", "2"])).value
    }
  }
}
