// swift-format-ignore-file
import Testing
@testable import ViewFeature

extension S4Testing {
  // S4-9 (L411)
  @MainActor
  @Suite struct KeyPathTests {
    @Test func singleProperty() async {
      let store = TestStore(
        initialState: CounterFeature.State(),
        feature: CounterFeature()
      )

      // KeyPath-based - test single property
      await store.send(.increment, expecting: \.count, toBe: 1)
      await store.send(.increment, expecting: \.count, toBe: 2)
    }
  }
}
