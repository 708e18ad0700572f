import Testing

@testable import ViewFeature

@MainActor
@Suite struct FailureCollectorTests {
  @Test func firstFailureIsTakenAndHandled() {
    let host = LoggingHost()
    let failures = FailureCollector { error, host in
      (host as? LoggingHost)?.log.append("\(error)")
    }
    #expect(failures.first == nil)
    #expect(failures.take(TestError("a"), host))
    #expect(!failures.take(TestError("b"), host))
    #expect(failures.first as? TestError == TestError("a"))
    #expect(host.log == ["a"])
  }

  @Test func failureIsKeptWithoutAHandler() {
    let failures = FailureCollector(handler: nil)
    #expect(failures.take(TestError("a"), LoggingHost()))
    #expect(failures.first as? TestError == TestError("a"))
  }
}

private final class LoggingHost: EffectEnvironment {
  var log: [String] = []
  var feature: Any.Type { LoggingHost.self }

  func report(_ error: any Error, of cause: EffectCause) async {}

  func describe(_ cause: EffectCause) -> String { "" }
}
