import Testing

@testable import FeatureStore

@MainActor
@Suite struct FailureCollectorTests {
  @Test func firstFailureIsTakenAndHandled() {
    let environment = LoggingEnvironment()
    let failures = FailureCollector { error, environment in
      (environment as? LoggingEnvironment)?.log.append("\(error)")
    }
    #expect(failures.first == nil)
    #expect(failures.take(TestError("a"), environment))
    #expect(!failures.take(TestError("b"), environment))
    #expect(failures.first as? TestError == TestError("a"))
    #expect(environment.log == ["a"])
  }

  @Test func failureIsKeptWithoutAHandler() {
    let failures = FailureCollector(handler: nil)
    #expect(failures.take(TestError("a"), LoggingEnvironment()))
    #expect(failures.first as? TestError == TestError("a"))
  }
}

private final class LoggingEnvironment: EffectEnvironment {
  var log: [String] = []
  var feature: Any.Type { LoggingEnvironment.self }
  let store = WeakStore(feature: LoggingEnvironment.self, environment: .live)

  func report(_ error: any Error, of cause: EffectCause) async {}

  func describe(_ cause: EffectCause) -> String { "" }

  func change(_ body: () -> Void) { body() }
}
