import Testing
import ViewFeature

/// `values(of:)` must be available with only `import ViewFeature`.
@MainActor
struct ExportsValuesTests {
  @Observable
  final class State {
    var count = 0
  }

  @Test func valuesOfAStateComeAlong() async {
    let state = State()
    var values = state.values(of: \.count).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
    state.count = 1
    #expect(await values.next(isolation: #isolation) == 1)
  }
}
