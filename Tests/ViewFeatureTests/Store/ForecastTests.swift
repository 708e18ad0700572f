import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The feature of the article *Requests*.
private struct Forecast: Feature {
  @Observable @MainActor
  final class State: ResourceState {
    var days = Resource<[String]>()
  }

  enum Action: Sendable {
    case appeared
    case pulled
  }

  let days: @Sendable () async throws -> [String]

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .appeared:
        .run(id: "days") { state in
          try await state.load(\.days, staleAfter: .seconds(600)) { try await days() }
        }
      case .pulled:
        .run(id: "days") { state in try await state.load(\.days) { try await days() } }
      }
    }
  }
}

@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<20), .timeLimit(.minutes(20)))
struct ForecastTests {
  private let gate = Gate()
  private let calls = LockIsolated(0)

  /// The first call waits for the gate.
  private func makeStore() -> Store<Forecast> {
    let feature = Forecast { [gate, calls] in
      let number = calls.withValue { calls in
        calls += 1
        return calls
      }
      if number == 1 { try await gate.pass() }
      return ["\(number)"]
    }
    return Store(
      initialState: Forecast.State(),
      feature: feature,
      environment: .controlled(clock: ContinuousClock())
    )
  }

  /// The second run cancels the first, and joins its load.
  @Test func aSecondAppearanceDuringTheFirstLoadGetsIt() async {
    let store = makeStore()
    let first = store.send(.appeared)
    await settle()
    let second = store.send(.appeared)
    await settle()
    #expect(store.state.days.isLoading)
    gate.open()
    await first.value
    await second.value
    #expect(store.state.days.content == .loaded(["1"]))
    #expect(calls.value == 1)
  }

  @Test func aPullThatReplacesTheFirstLoadLoadsAgain() async {
    let store = makeStore()
    let first = store.send(.appeared)
    await settle()
    let pull = store.send(.pulled)
    await settle()
    gate.open()
    await first.value
    await pull.value
    #expect(store.state.days.content == .loaded(["2"]))
    #expect(calls.value == 2)
  }

  @Test func anAppearanceThatReplacesAPullGetsItsLoad() async {
    let store = makeStore()
    let pull = store.send(.pulled)
    await settle()
    let appearance = store.send(.appeared)
    gate.open()
    await pull.value
    await appearance.value
    #expect(store.state.days.content == .loaded(["1"]))
    #expect(calls.value == 1)
  }

  @Test func theEndOfTheStoreEndsTheLoad() async {
    var store: Store<Forecast>? = makeStore()
    weak let state = store?.state
    store?.send(.appeared)
    await settle()
    store = nil
    await settle()
    #expect(gate.wasCancelled)
    #expect(state == nil)
  }
}
