import FeatureRecording
import Foundation
import ScreenRecording
import ScreenStateKit
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// A feature that loads the words of a screen like an app does.
private struct WordsFeature: Feature {
  @Observable @MainActor
  final class State: ResourceState, SnapshotState {
    var words = Resource<[String]>()

    static let snapshotFields = SnapshotFields<State> { SnapshotField("words", \.words) }
  }

  enum Action: Sendable {
    case appeared, pulled, watch, gone
  }

  let words: @MainActor () async throws -> [String]

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .appeared:
        .run(id: "words") { state in
          try await state.load(\.words, staleAfter: .seconds(60), retry: .constant(.seconds(5))) {
            try await words()
          }
        }
      case .pulled:
        .run(id: "words") { state in try await state.load(\.words) { try await words() } }
      case .watch:
        .run(id: "watch") { state in
          try await state.keepFresh(\.words, every: .seconds(30)) { try await words() }
        }
      case .gone: .cancel(ids: ["words", "watch"])
      }
    }
  }
}

/// A feature that loads next to an effect whose cancellation blocks a thread.
private struct BlockingFeature: Feature {
  let blocking = Gate()
  let loading = Gate()
  let isBlocked = Signal()
  let release = DispatchSemaphore(value: 0)

  func handle() -> ActionHandler<WordsFeature.Action, WordsFeature.State> {
    ActionHandler { [self] _, _ in
      .merge(
        .run { _ in
          await withTaskCancellationHandler {
            await blocking.passStubbornly()
          } onCancel: {
            isBlocked.fire()
            release.wait()
          }
        },
        .run { state in
          try await state.load(\.words) {
            await loading.passStubbornly()
            return ["late"]
          }
        }
      )
    }
  }
}

/// A feature that waits without an operator.
private struct Waiting: Feature {
  @Observable @MainActor final class State { var isOver = false }
  enum Action: Sendable { case wait }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in
      .run { state in
        try await StoreEnvironment.current.clock.sleep(for: .seconds(5))
        state.isOver = true
      }
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20)))
struct StoreResourcesTests {
  private final class Calls {
    var count = 0
    var failures = 0
  }

  private let clock = TestClock()
  private let calls = Calls()

  private var feature: WordsFeature {
    WordsFeature { [calls] in
      calls.count += 1
      if calls.count <= calls.failures { throw TestError("offline") }
      return ["\(calls.count)"]
    }
  }

  private func makeStore() -> Store<WordsFeature> {
    Store(
      initialState: WordsFeature.State(),
      feature: feature,
      clock: clock,
      environment: .controlled(clock: clock)
    )
  }

  private let start = Date(timeIntervalSinceReferenceDate: 0)

  /// Another thread is in the middle of the same cancel, and has not cancelled the task of the load yet.
  @Test func aCancelReturnsWithALoadDiscarded() async {
    let feature = BlockingFeature()
    let store = Store(initialState: WordsFeature.State(), feature: feature)
    let sent: SentAction = store.send(.appeared)
    for gate in [feature.blocking, feature.loading] { await gate.waitUntilStarted() }
    // A separate thread: the cancel blocks it.
    let hasReturned = Signal()
    Thread.detachNewThread {
      sent.cancel()
      hasReturned.fire()
    }
    await feature.isBlocked.wait()
    sent.cancel()
    feature.loading.open()
    while store.effects.count > 1 { await Task.yield() }
    #expect(store.state.words.value == nil)
    feature.release.signal()
    feature.blocking.open()
    await hasReturned.wait()
    await sent.value
    #expect(store.state.words.value == nil && !store.state.words.isLoading)
  }

  @Test func aTestStatesWhatALoadHasDone() async {
    let store = TestStore(
      initialState: WordsFeature.State(),
      feature: feature,
      clock: clock,
      environment: .controlled(clock: clock)
    )
    store.exhaustivity = .off
    await store.send(.appeared) { $0.words = Resource(["1"], loadedAt: start) }
    await store.send(.appeared)
    await clock.advance(by: .seconds(60))
    await store.send(.appeared) { $0.words = Resource(["2"], loadedAt: start + 60) }
    await store.send(.pulled) { $0.words = Resource(["3"], loadedAt: start + 60) }
    await store.finish()
  }

  /// The pauses use the store's clock.
  @Test func pausesAreOnTheStoresClock() async {
    calls.failures = 1
    let store = makeStore()
    let sent: SentAction = store.send(.appeared)
    await clock.waitForSleepers()
    #expect(store.state.words.retry?.nextAttempt == 2)
    #expect(store.state.words.retry?.date == start + 5)
    await clock.advance(by: .seconds(5))
    await sent.value
    #expect(store.state.words.content == .loaded(["2"]))
  }

  /// The load has its own task, but an effect has caused it.
  @Test func theChangesOfALoadAreCausedByTheEffect() async {
    let log = EventLog()
    defer { log.stop() }
    calls.failures = 1
    let store = makeStore()
    store.startRecording()
    let sent: SentAction = store.send(.appeared)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5))
    await sent.value
    let lines = log.lines(of: store.storeID)
    let changes = lines.filter { $0.hasPrefix("words: ") }
    #expect(changes.count == 4 && changes.allSatisfy { $0.hasSuffix(", by effect 1") })
    let dates = lines.filter { $0.hasPrefix("the date ") }
    #expect(dates.count == 3 && dates.allSatisfy { $0.hasSuffix(", by effect 1") })
  }

  @Test func aWatchEndsWithItsCancel() async {
    let store = makeStore()
    let sent: SentAction = store.send(.watch)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(30))
    await clock.waitForSleepers()
    #expect(store.state.words.content == .loaded(["2"]))
    store.send(.gone)
    await sent.value
    #expect(clock.sleeperCount == 0)
    #expect(calls.count == 2)
  }

  @Test func anEffectHasTheClockOfItsStore() async {
    let store = Store(initialState: Waiting.State(), feature: Waiting(), clock: clock)
    let sent: SentAction = store.send(.wait)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5))
    await sent.value
    #expect(store.state.isOver)
    #expect(StoreEnvironment.current.clock is ContinuousClock)
    let plain = Store(initialState: Waiting.State(), feature: Waiting())
    #expect(plain.clock is ContinuousClock)
  }
}
