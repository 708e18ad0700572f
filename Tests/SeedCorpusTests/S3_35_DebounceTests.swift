import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The chapters on frequent actions, in virtual time.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S3DebounceTests {
  private struct API: S3Debounce.SearchAPI {
    let queries = LockIsolated<[String]>([])

    func search(_ text: String) async throws -> [String] {
      queries.withValue { $0.append(text) }
      return ["about \(text)"]
    }
  }

  private let api = API()

  @Test func onlyTheLastTextIsSearched() async {
    await expectOneSearch(
      Store(
        initialState: S3Debounce.State(),
        feature: S3Debounce.SearchFeature(searchAPI: api)
      )
    )
  }

  @Test func sameIDCancelsThePreviousTask() async {
    await expectOneSearch(
      Store(
        initialState: S3Debounce.State(),
        feature: S3Debounce.SameIDFeature(searchAPI: api)
      )
    )
  }

  private func expectOneSearch<F: Feature>(_ store: Store<F>) async
  where F.State == S3Debounce.State, F.Action == S3Debounce.Action {
    let clock = ContinuousClock()
    let start = clock.now

    for text in ["s", "sw", "swift"] {
      store.send(.searchTextChanged(text))
      try? await clock.sleep(for: .milliseconds(100))
    }
    #expect(store.runningTaskCount == 1)
    #expect(api.queries.value.isEmpty)
    try? await clock.sleep(for: .milliseconds(199))
    #expect(api.queries.value.isEmpty)
    try? await clock.sleep(for: .milliseconds(2))

    #expect(clock.now - start == .milliseconds(501))
    #expect(api.queries.value == ["swift"])
    #expect(store.state.searchResults == ["about swift"])
  }
}
