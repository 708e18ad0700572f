import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

private struct Search: Feature {
  @MainActor @Observable final class State: Equatable {
    var marks: [Int] = []
    let date: Date

    init(_ marks: [Int] = []) {
      self.marks = marks
      date = StoreEnvironment.current.now
    }

    static nonisolated func == (lhs: State, rhs: State) -> Bool {
      MainActor.assumeIsolated { lhs.marks == rhs.marks && lhs.date == rhs.date }
    }
  }

  enum Action: Equatable, Sendable {
    case typed
    case found(Int)
    case name
  }

  @Provided(\.mark) private var mark
  @Provided(\.secret) private var secret

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .typed:
        state.marks.append(mark)
        return .run { _, send in send(.found(mark + 1)) }
      case .found(let mark): state.marks.append(mark)
      case .name: state.marks = [secret]
      }
      return .none
    }
  }
}

private enum SecretKey: StoreEnvironmentKey {
  static let liveValue = 9
}

extension StoreEnvironment {
  fileprivate var secret: Int { self[SecretKey.self] }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreEnvironmentTests {
  private struct Failure: Error {}

  @Test func aTrailingClosureSetsValues() async {
    let store = TestStore(initialState: Search.State(), feature: Search()) { $0.mark = 3 }
    store.exhaustivity = .off
    await store.send(.typed)
    #expect(store.state.marks == [3, 4])
    #expect(store.store.environment.mark == 3)
    #expect(store.state.date == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func aLabelledClosureRunsOnceBeforeTheInitialState() {
    var count = 0
    let store = TestStore(
      initialState: Search.State([StoreEnvironment.current.mark]),
      feature: Search(),
      environment: { values in
        count += 1
        values.mark = 3
      }
    )
    #expect(count == 1)
    #expect(store.state.marks == [3])
  }

  @Test func anErrorOfTheClosureIsThrownWithItsType() {
    do throws(Failure) {
      _ = try TestStore(initialState: Search.State(), feature: Search()) {
        _ throws(Failure) in throw Failure()
      }
      Issue.record("It doesn't throw.")
    } catch {
      let _: Failure = error
    }
  }

  @Test func aClockOfTheClosureIsThatOfTheStore() {
    let store = TestStore(initialState: Search.State(), feature: Search()) {
      $0.clock = ImmediateClock()
    }
    #expect(store.store.clock is ImmediateClock)
  }

  @Test func aKeyWithoutATestValueFailsTheTestAndIsNamedWithItsFeature() throws {
    let store = TestStore(initialState: Search.State(), feature: Search()) { _ in }
    store.exhaustivity = .off
    let texts = IssueLog.of { _ = store.store.send(.name) as SentAction }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.contains("\"secret\" (SecretKey) has no test value, and Search reads it at"))
    #expect(text.contains("TestStore+EnvironmentTests.swift:32."))
    #expect(store.state.marks == [9])
  }
}
