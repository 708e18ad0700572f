import ScreenStateKit
import Testing

/// `values(of:)` must be available with only `import ScreenStateKit`.
@MainActor
struct ExportsValuesTests {
  @Test func valuesOfAStateComeAlong() async {
    let state = ScreenState()
    var values = state.values(of: \.isLoading).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == false)
    state.loadingStarted()
    #expect(await values.next(isolation: #isolation) == true)
  }
}
