import StateTestSupport
import StateTesting
import Testing

@testable import StateCore

private final class Service: Sendable {}

private enum ComputedKey: StoreEnvironmentKey {
  static var liveValue: Service { Service() }
}

private enum StoredKey: StoreEnvironmentKey {
  static let liveValue: any Sendable = Service()
}

private enum ComputedValueKey: StoreEnvironmentKey {
  static var liveValue: Int { Int.random(in: 0...Int.max) }
}

struct EnvironmentReadTests {
  @Test func theKindOfProcessIsKnownByItsVariables() {
    typealias Defaults = EnvironmentDefaults
    let preview = ["XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(Defaults(variables: preview, isTesting: false) == .preview)
    #expect(Defaults(variables: preview, isTesting: true) == .preview)
    #expect(Defaults(variables: ["XCODE_RUNNING_FOR_PREVIEWS": "0"], isTesting: false) == .live)
    #expect(Defaults(variables: [:], isTesting: true) == .test)
    #expect(Defaults.ofProcess == .test)
  }

  #if DEBUG
  @Test func aLiveValueThatIsAnotherObjectAtEachAccessIsReportedOnce() throws {
    let live = StoreEnvironment.live
    let texts = IssueLog.of { for _ in 1...3 { _ = live[ComputedKey.self] } }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("The live value of ComputedKey is another object") == true)
    #expect(IssueLog.of { _ = live[StoredKey.self] } == [])
    #expect(IssueLog.of { _ = live[ComputedValueKey.self] } == [])
  }
  #endif
}
