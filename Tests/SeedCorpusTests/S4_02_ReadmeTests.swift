import Foundation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The examples of ViewFeature's README.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S4ReadmeTests {
  private struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
  }

  @Test func counterCountsAtOnceAndAfterASecond() async {
    let store = Store(
      initialState: S4Counter.CounterFeature.State(count: 5),
      feature: S4Counter.CounterFeature()
    )
    store.send(.increment)
    store.send(.decrement)
    store.send(.decrement)
    #expect(store.state.count == 4)
    let start = ContinuousClock.now

    let later = store.send(.asyncIncrement)
    #expect(store.state.count == 4)
    #expect(store.isTaskRunning(id: "increment"))
    await later.value

    #expect(store.state.count == 5)
    #expect(ContinuousClock.now - start == .seconds(1))
  }

  @Test func sameIDStartsTheSecondAgain() async {
    let store = Store(
      initialState: S4Counter.CounterFeature.State(),
      feature: S4Counter.CounterFeature()
    )

    let first = store.send(.asyncIncrement)
    await store.send(.asyncIncrement).value
    await first.value

    #expect(store.state.count == 1)
  }

  private typealias DataFeature = S4TaskManagement.DataFeature

  private func dataStore() -> Store<DataFeature> {
    Store(initialState: DataFeature.State(), feature: DataFeature())
  }

  @Test func dataIsLoadedByASecondAction() async {
    let store = dataStore()
    #expect(!store.state.isLoading)

    await store.send(.loadData).value

    #expect(store.state.data == [.init()])
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == nil)
  }

  @Test func loadingIsCancelled() async {
    let gate = Gate()
    let client = S4TaskManagement.APIClient {
      try await gate.pass()
      return [.init()]
    }
    await S4TaskManagement.Server.$client.withValue(client) {
      let store = dataStore()

      let loading = store.send(.loadData)
      await settle()
      #expect(store.state.isLoading)
      await store.send(.cancelLoad).value
      await loading.value

      #expect(gate.wasCancelled)
      #expect(!store.state.isLoading)
      #expect(store.state.data.isEmpty)
      // A cancel is no error.
      #expect(store.state.errorMessage == nil)
      #expect(store.runningTaskCount == 0)
    }
  }

  @Test func failureOfLoadingIsCaught() async {
    let client = S4TaskManagement.APIClient { throw Offline() }
    await S4TaskManagement.Server.$client.withValue(client) {
      let store = dataStore()

      await store.send(.loadData).value

      #expect(store.state.errorMessage == "You are offline")
      #expect(!store.state.isLoading)
      #expect(store.state.data.isEmpty)
    }
  }

  private typealias NetworkFeature = S4ErrorHandling.NetworkFeature

  @Test func failureOfTheNetworkIsCaught() async {
    let call: @Sendable () async throws -> Void = { throw Offline() }
    await S4ErrorHandling.Network.$call.withValue(call) {
      let store = Store(initialState: NetworkFeature.State(), feature: NetworkFeature())

      await store.send(.fetch).value

      #expect(store.state.errorMessage == "You are offline")
      #expect(!store.state.isLoading)
    }
  }

  /// The example forgets to end its loading when there is no error.
  @Test func successLeavesTheExampleLoading() async {
    let store = Store(initialState: NetworkFeature.State(), feature: NetworkFeature())
    store.state.errorMessage = "of before"

    await store.send(.fetch).value

    #expect(store.state.errorMessage == nil)
    #expect(store.state.isLoading)
  }

  @Test func analyticsAreTracked() async {
    typealias MyFeature = S4CustomMiddleware.MyFeature
    S4CustomMiddleware.Analytics.tracked = []
    let store = Store(initialState: MyFeature.State(), feature: MyFeature())

    await store.send(.increment).value
    await store.send(.fail).value

    let tracked = S4CustomMiddleware.Analytics.tracked
    #expect(
      tracked.map { "\($0.event) \($0.properties["action"] ?? "")" } == [
        "action_started increment", "action_completed increment",
        "action_started fail", "action_error fail",
      ]
    )
    #expect(tracked[1].properties["duration"] is TimeInterval)
    #expect("\(tracked[3].properties["error"] ?? "")" == "Failure()")
    #expect(store.state.count == 1)
  }
}

/// swift-log can be set up once in a process.
@MainActor
@Suite struct S4LoggingTests {
  @Test(.notRepeated) func actionsAreLogged() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let log = LogCapture(level: .debug)
      let store = Store(
        initialState: S4LoggingMiddleware.MyFeature.State(),
        feature: S4LoggingMiddleware.MyFeature()
      )

      await store.send(.increment).value

      #expect(store.state.count == 1)
      #expect(log.entries.contains { $0.label.contains("MyFeature") })
      #expect(log.messages.contains { $0.contains("increment") })
    }
  }
}
