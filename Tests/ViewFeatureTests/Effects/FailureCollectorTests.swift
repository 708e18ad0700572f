import Testing

@testable import ViewFeature

@MainActor
@Suite struct FailureCollectorTests {
  @Test func firstFailureIsTakenAndHandled() {
    let state = ScriptState()
    let failures = FailureCollector { error, host in
      (host as? ScriptState)?.log.append("\(error)")
    }
    #expect(failures.first == nil)
    #expect(failures.take(TestError("a"), state))
    #expect(!failures.take(TestError("b"), state))
    #expect(failures.first as? TestError == TestError("a"))
    #expect(state.log == ["a"])
  }

  @Test func failureIsKeptWithoutAHandler() {
    let failures = FailureCollector(handler: nil)
    #expect(failures.take(TestError("a"), ScriptState()))
    #expect(failures.first as? TestError == TestError("a"))
  }
}
