import Foundation
import StateCore
import StateTestSupport
import Testing

/// A key with three values.
private enum WordKey: StoreEnvironmentKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// A key with a live value alone.
private enum BareKey: StoreEnvironmentKey {
  static let liveValue: String? = "live"
}

private enum ListKey<Element: Sendable>: StoreEnvironmentKey {
  static var liveValue: [Element] { [] }
  static var testValue: [Element] { [] }
}

private enum OtherKeys {
  enum WordKey: StoreEnvironmentKey {
    static let liveValue = 1
    static let testValue = 1
  }
}

extension StoreEnvironment {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }

  fileprivate var bare: String? {
    get { self[BareKey.self] }
    set { self[BareKey.self] = newValue }
  }
}

struct StoreEnvironmentKeyTests {
  private struct Failure: Error {}

  @Test func aKeyHasAValueForEachKindOfProcess() {
    #expect(StoreEnvironment.live.word == "live")
    #expect(StoreEnvironment.preview.word == "preview")
    #expect(StoreEnvironment.test.word == "test")
    #expect(StoreEnvironment.controlled().word == "test")
    #expect(StoreEnvironment.current.word == "test")
    #expect(StoreEnvironment.inherited.word == "test")
    #expect(StoreEnvironment.preview.bare == "live")
  }

  @Test func aTestEnvironmentHasControlledValues() {
    let environment = StoreEnvironment.test
    #expect(environment.now == Date(timeIntervalSinceReferenceDate: 0))
    #expect(environment.uuid().uuidString.hasSuffix("0"))
    #expect(StoreEnvironment.test.uuid().uuidString.hasSuffix("0"))
    #expect(StoreEnvironment.preview.now > Date(timeIntervalSince1970: 1_000_000_000))
  }

  @Test func aMissingTestValueNamesItselfAndGivesThePreviewValue() throws {
    var value: String?
    let texts = IssueLog.of { value = StoreEnvironment.test.bare }
    #expect(value == "live")
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    #expect(text.contains("\"bare\" (BareKey) has no test value"))
    #expect(text.contains("code outside any store reads it at StateCoreTests/"))
    #expect(text.contains("$0.bare = …"))
    #expect(IssueLog.of { _ = BareKey.testValue }.first?.contains("BareKey has no test") == true)
  }

  @Test func aValueThatWasSetIsRead() {
    var environment = StoreEnvironment.test
    let earlier = environment
    environment.word = "own"
    environment.bare = nil
    #expect(environment.word == "own")
    var bare: String? = "unread"
    #expect(IssueLog.of { bare = environment.bare } == [])
    #expect(bare == nil)
    #expect(earlier.word == "test")
  }

  @Test func aChangeOfOneKeyLeavesTheOthersAndTheSequences() {
    let first = StoreEnvironment.controlled().changing { $0.word = "own" }
    let second = first.changing { $0[ListKey<Int>.self] = [1] }
    #expect(second.word == "own")
    #expect(first[ListKey<Int>.self] == [])
    #expect(first.uuid() != second.uuid())
  }

  @Test func theTypeIsTheKey() {
    let environment = StoreEnvironment.test.changing { values in
      values[ListKey<Int>.self] = [1]
      values[OtherKeys.WordKey.self] = 2
    }
    #expect(environment[ListKey<String>.self] == [])
    #expect(environment[ListKey<Int>.self] == [1])
    #expect(environment.word == "test")
    #expect(environment[OtherKeys.WordKey.self] == 2)
  }

  @Test func anErrorOfAChangeIsThrownWithItsType() {
    do throws(Failure) {
      _ = try StoreEnvironment.test.changing { values throws(Failure) in
        values.word = "own"
        throw Failure()
      }
      Issue.record("It doesn't throw.")
    } catch {
      let _: Failure = error
    }
  }

  @Test func aChangeOfTheInheritedOneIsOneOfTheCurrentOne() {
    let environment = StoreEnvironment.with(.live.changing { $0.word = "outer" }) {
      StoreEnvironment.inherited.changing { $0.bare = "inner" }
    }
    #expect(environment.word == "outer")
    #expect(environment.bare == "inner")
  }

  @Test func theKeysThatWereSetAreKnown() {
    let outer = StoreEnvironment.test.changing { $0.word = "own" }
    #expect(outer.keys(setSince: .test).map { "\($0)" } == ["WordKey"])
    #expect(outer.keys(setSince: outer).isEmpty)
    // An equal value is an override, too.
    let inner = outer.changing { $0.word = "own" }
    #expect(inner.keys(setSince: outer).map { "\($0)" } == ["WordKey"])
  }

  @Test func onlyTheDefaultOfTheProcessIsPlain() {
    #expect(StoreEnvironment.current.isOfProcess)
    #expect(StoreEnvironment.inherited.resolved.isOfProcess)
    #expect(!StoreEnvironment.live.isOfProcess)
    #expect(!StoreEnvironment.current.changing { $0.word = "own" }.isOfProcess)
    #expect(StoreEnvironment.current.changing { _ in }.isOfProcess)
  }
}
