import Foundation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The chapter on background tasks, with what goes wrong in its bad examples.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S3BackgroundTasksTests {
  typealias Tasks = S3BackgroundTasks
  typealias Mistakes = S3BackgroundMistakes

  private struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
  }

  private struct Client: Tasks.APIClient {
    let gate = Gate()
    var failure: (any Error)?

    func fetch() async throws -> [Tasks.Item] {
      try await gate.pass()
      if let failure { throw failure }
      return [.init()]
    }
  }

  @Test func dataIsLoadedUnderItsID() async {
    let client = Client()
    let store = Store(
      initialState: Tasks.LoadFeature.State(),
      feature: Tasks.LoadFeature(apiClient: client)
    )

    let loading = store.send(.loadData)
    #expect(store.state.isLoading)
    #expect(store.isTaskRunning(id: "load-data"))
    client.gate.open()
    await loading.value

    #expect(store.state.data == [.init()])
    #expect(!store.state.isLoading)
    #expect(!store.isTaskRunning(id: "load-data"))
  }

  @Test func errorIsCaught() async {
    let client = Client(failure: Offline())
    client.gate.open()
    let store = Store(
      initialState: Tasks.LoadOrFailFeature.State(),
      feature: Tasks.LoadOrFailFeature(apiClient: client)
    )

    await store.send(.loadData).value

    #expect(store.state.errorMessage == "You are offline")
    #expect(!store.state.isLoading)
    #expect(store.state.data.isEmpty)
  }

  @Test func successIsNotCaught() async {
    let client = Client()
    client.gate.open()
    let store = Store(
      initialState: Tasks.LoadOrFailFeature.State(),
      feature: Tasks.LoadOrFailFeature(apiClient: client)
    )

    await store.send(.loadData).value

    #expect(store.state.errorMessage == nil)
    #expect(store.state.data == [.init()])
    #expect(!store.state.isLoading)
  }

  @Test func tasksAreCancelledByTheirIDs() async {
    let gate = Gate()
    let store = Store(
      initialState: Tasks.CancelFeature.State(),
      feature: Tasks.CancelFeature { try await gate.pass() }
    )

    let search = store.send(.search)
    let long = store.send(.startLongRunningTask)
    await settle()
    await store.send(.cancelSearch).value
    await search.value
    #expect(!store.state.isSearching)
    #expect(!store.isTaskRunning(id: "search"))
    #expect(store.isTaskRunning(id: "long-running-task"))

    await store.send(.userNavigatedAway).value
    await long.value
    #expect(store.runningTaskCount == 0)
    #expect(!gate.isOpen)
  }

  @Test func worksUnderAnEmptyIDReplaceEachOther() async {
    let started = LockIsolated(0)
    let ended = LockIsolated(0)
    let gate = Gate()
    let store = Store(
      initialState: Mistakes.EmptyIDFeature.State(),
      feature: Mistakes.EmptyIDFeature {
        started.withValue { $0 += 1 }
        try await gate.pass()
        ended.withValue { $0 += 1 }
      }
    )

    store.send(.loadData)
    await settle()
    let settings = store.send(.loadSettings)
    await settle()
    gate.open()
    await settings.value

    // They have nothing to do with each other, and only one of them is done.
    #expect(started.value == 2)
    #expect(ended.value == 1)
  }

  @Test func errorThatIsIgnoredIsSeenByNobody() async {
    let client = Client(failure: Offline())
    client.gate.open()
    let store = Store(
      initialState: Mistakes.SilentFeature.State(),
      feature: Mistakes.SilentFeature(apiClient: client)
    )

    await store.send(.loadData).value

    #expect(store.state.errorMessage == nil)
    #expect(!store.state.isLoading)
  }

  @Test func workOfAnEffectLeavesTheMainActorFree() async {
    let works = LockIsolated(0)
    let store = Store(
      initialState: Tasks.ImageFeature.State(),
      feature: Tasks.ImageFeature { works.withValue { $0 += 1 } }
    )

    let processing = store.send(.processImage)
    #expect(works.value == 0)
    await processing.value

    #expect(works.value == 1)
    #expect(store.state.processedImage == .init())
  }

  @Test func workOfAHandlerBlocksTheMainActor() {
    let works = LockIsolated(0)
    let store = Store(
      initialState: Mistakes.BlockingFeature.State(),
      feature: Mistakes.BlockingFeature { works.withValue { $0 += 1 } }
    )

    store.send(.processImage)

    // `send` was blocked for as long as the work took.
    #expect(works.value == 1)
    #expect(store.state.processedImage == .init())
  }
}
