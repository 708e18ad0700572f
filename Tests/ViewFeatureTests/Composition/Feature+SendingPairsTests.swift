import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Effects that complete immediately, wrapped in each operator.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FeatureSendingPairsTests {
  enum Operator: CaseIterable {
    case delay, debounce, throttle, queued, limited, execution
    case retry, timeout, priority, cancellable, `catch`, nestedMerge, nestedSequence

    /// Whether its turn comes later.
    var takesTime: Bool { self == .delay || self == .debounce }
    /// Whether its turn comes inside `send`.
    var isImmediate: Bool {
      switch self {
      case .priority, .cancellable, .catch, .nestedMerge: true
      default: false
      }
    }

    @MainActor
    func apply<F: Feature>(_ effect: F.Effect, of _: F.Type) -> F.Effect {
      switch self {
      case .delay: effect.delay(for: .seconds(1))
      case .debounce: effect.debounce(id: "q", for: .seconds(1))
      case .throttle: effect.throttle(id: "q", for: .seconds(1))
      case .queued: effect.queued(id: "q")
      case .limited: effect.limited(id: "q", to: 1)
      case .execution: effect.execution(.restart, id: "q")
      case .retry: effect.retry(.immediate(maxAttempts: 3))
      case .timeout: effect.timeout(.seconds(1))
      case .priority: effect.priority(.high)
      case .cancellable: effect.cancellable(id: "q")
      case .catch: effect.catch { _, _ in }
      case .nestedMerge: .merge(.merge(effect))
      case .nestedSequence: .concatenate(.concatenate(effect))
      }
    }
  }

  private let clock = TestClock()
  private let log = HouseLog()
  private let store: Store<House>

  init() {
    store = Store(
      initialState: House.State(),
      feature: House(log: log, gate: Gate()),
      clock: clock
    )
  }

  @Test(arguments: Operator.allCases)
  func theChildTakesItOnceAndTheSenderWaitsForIt(_ operation: Operator) async {
    let sent: SentAction = store.send(
      .perform { house, _ in
        operation.apply(house.send(.note("a"), to: \.hall), of: House.self)
      }
    )
    if operation.isImmediate { #expect(log.lines == ["0: a"]) }
    if operation.takesTime {
      #expect(!sent.isDone)
      await clock.advance(by: .seconds(1))
    }
    await sent.value
    #expect(log.lines == ["0: a"])
    await clock.advance(by: .seconds(10))
    #expect(log.lines == ["0: a"])
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: Operator.allCases.filter(\.takesTime))
  func aCancelBeforeItsTimeDropsIt(_ operation: Operator) async {
    let sent: SentAction = store.send(
      .perform { house, _ in
        operation.apply(house.send(.note("a"), to: \.hall), of: House.self)
      }
    )
    sent.cancel()
    await clock.advance(by: .seconds(10))
    await sent.value
    #expect(log.lines == [])
  }

  @Test(arguments: Operator.allCases)
  func aFeatureGoesOnce(_ operation: Operator) async throws {
    let list = Store(
      initialState: Leavers.State(),
      feature: Leavers(operation: operation),
      clock: clock
    )
    let child = try #require(list.scope(\.leavers, id: 1))
    let sent: SentAction = child.send(.leave)
    if operation.isImmediate { #expect(list.state.leavers.map(\.id) == [2]) }
    if operation.takesTime {
      #expect(list.state.leavers.map(\.id) == [1, 2])
      await clock.advance(by: .seconds(1))
    }
    await sent.value
    #expect(list.state.leavers.map(\.id) == [2])
    #expect(child.runningTaskCount == 0)
  }

  @Test(arguments: Operator.allCases.filter(\.takesTime))
  func aFeatureThatWasRemovedMeanwhileDoesNotGoAgain(_ operation: Operator) async throws {
    let list = Store(
      initialState: Leavers.State(),
      feature: Leavers(operation: operation),
      clock: clock
    )
    let sent: SentAction = try #require(list.scope(\.leavers, id: 1)).send(.leave)
    // Another child with the same id.
    list.state.leavers[0] = Leaver.State(1)
    await clock.advance(by: .seconds(10))
    await sent.value
    #expect(list.state.leavers.map(\.id) == [1, 2])
  }
}

/// A feature that is dismissed after an operator.
private struct Leaver: Feature {
  @MainActor @Observable final class State: Identifiable {
    let id: Int

    init(_ id: Int) {
      self.id = id
    }
  }

  enum Action: Sendable {
    case leave
  }

  let operation: FeatureSendingPairsTests.Operator

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in operation.apply(dismiss(), of: Leaver.self) }
  }
}

private struct Leavers: Feature {
  typealias Action = Never

  @MainActor @Observable final class State {
    var leavers = [Leaver.State(1), Leaver.State(2)]
  }

  let leavers: ChildCollection<Leaver, Int>

  init(operation: FeatureSendingPairsTests.Operator) {
    leavers = ChildCollection(\.leavers, Leaver(operation: operation))
  }

  func handle() -> ActionHandler<Never, State> { .empty }
}
