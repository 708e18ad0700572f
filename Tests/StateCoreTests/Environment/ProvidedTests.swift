import IssueReporting
import StateCore
import StateTestSupport
import StateTesting
import Testing

private enum NameKey: StoreEnvironmentKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private enum OwnerKey: StoreEnvironmentKey {
  static let liveValue: String = "live"
}

extension StoreEnvironment {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }

  fileprivate var owner: String { self[OwnerKey.self] }
}

private struct Reader: Sendable {
  @Provided(\.name) var name
  @Provided(\.owner) var owner
  @Provided({ "\($0.name) and \($0.name)" }) var names
}

private enum UnsetKey: StoreEnvironmentKey {
  static let liveValue = "bare"
}

extension StoreEnvironment {
  fileprivate var unset: String { self[UnsetKey.self] }
}

private struct Missing: Sendable {
  @Provided(\.unset) var bare
}

private actor Desk {
  @Provided(\.name) private var name

  func read() -> String { name }
}

struct ProvidedTests {
  private let environment = StoreEnvironment.test.changing { $0.name = "own" }

  /// Returns a value and the issues of a task that has no context.
  private func detached(_ value: @escaping @Sendable () async -> String) async -> (String, [String])
  {
    let log = IssueLog()
    let result = await Task.detached {
      await withIssueReporters([log]) { await value() }
    }.value
    return (result, log.texts)
  }

  @Test func theWrapperReadsTheEnvironmentAtEachAccess() async {
    let reader = Reader()
    await StoreEnvironment.with(environment) {
      #expect(reader.name == "own")
      #expect(reader.names == "own and own")
      await Task.yield()
      #expect(reader.name == "own")
      await Task { #expect(reader.name == "own") }.value
      await withTaskGroup { group in
        group.addTask { reader.name }
        for await name in group { #expect(name == "own") }
      }
      #expect(await Desk().read() == "own")
      StoreEnvironment.with(.live) { #expect(reader.name == "live") }
    }
  }

  @Test func aMissingTestValueNamesTheDeclarationOfTheWrapper() {
    let texts = IssueLog.of {
      StoreEnvironment.with(.test) { #expect(Reader().owner == "live") }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("ProvidedTests.swift:27.") == true)
  }

  #if DEBUG
  @Test func anAccessInADetachedTaskIsReported() async {
    let reader = Reader()
    let (name, texts) = await StoreEnvironment.with(environment) {
      await detached { reader.name }
    }
    #expect(name == "test")
    #expect(texts.count == 1)
    let text = texts.first ?? ""
    #expect(text.contains("declared at StateCoreTests/ProvidedTests.swift:26 was read outside"))
  }

  /// The test that reads this may have set the value, which doesn't reach the task.
  @Test func aMissingTestValueInADetachedTaskIsReportedOnce() async {
    let reader = Missing()
    let (text, texts) = await detached { reader.bare }
    #expect(text == "bare")
    #expect(texts.count == 1)
    #expect(texts.first?.contains("outside") == true)
  }

  @Test func anAccessOutsideAnyStoreIsReported() {
    let reader = Reader()
    let texts = IssueLog.of { #expect(reader.name == "test") }
    #expect(texts.count == 1)
  }
  #endif

  @Test func theCurrentEnvironmentIsReadUnreportedEverywhere() async {
    let (name, texts) = await detached { StoreEnvironment.current.name }
    #expect(name == "test")
    #expect(texts == [])
  }
}
