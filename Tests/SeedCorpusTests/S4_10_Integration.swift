// swift-format-ignore-file
import Testing
@testable import ViewFeature

extension S4Testing {
  // The feature of block S4-3.
  typealias DataFeature = S4TaskManagement.DataFeature

  // S4-10 (L429)
  @MainActor
  @Suite struct IntegrationTests {
    @Test func realStore() async {
      let store = Store(
        initialState: CounterFeature.State(),
        feature: CounterFeature()
      )

      // Wait for action to complete
      await store.send(.increment).value

      // Verify state
      #expect(store.state.count == 1)
    }

    @Test func asyncTaskCompletion() async {
      let store = Store(
        initialState: DataFeature.State(),
        feature: DataFeature()
      )

      // Store.send() waits for background tasks to complete
      await store.send(.loadData).value

      // Task is guaranteed to be complete - no Task.sleep needed!
      #expect(!store.state.isLoading)
      #expect(store.runningTaskCount == 0)
    }
  }
}
