import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// The work and the memory of many children with a life cycle, and of many observers.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LifeGrowthTests {
  struct Street: Feature {
    @MainActor @Observable final class State {
      var rows: [Row.State] = []
    }

    let rows = ChildCollection(\State.rows, Row())

    func handle() -> ActionHandler<[Row.State], State> {
      ActionHandler { rows, state in
        state.rows = rows
        return .none
      }
    }
  }

  struct Row: Feature {
    @MainActor @Observable final class State: Identifiable {
      nonisolated let id: Int
      @ObservationIgnored let counts: Counts

      init(_ id: Int, _ counts: Counts) {
        self.id = id
        self.counts = counts
      }
    }

    func handle() -> ActionHandler<Never, State> {
      .empty
        .onStart { state in
          state.counts.began += 1
          return .run { state in
            state.counts.running += 1
            for await _ in AsyncStream<Never>.makeStream().stream {}
            state.counts.running -= 1
          }
        }
        .onEnd { state in state.counts.ended += 1 }
        .whilePresented { state in
          state.counts.presented += 1
          return .run { state in
            for await _ in AsyncStream<Never>.makeStream().stream {}
            state.counts.presented -= 1
          }
        }
    }
  }

  @MainActor final class Counts {
    var began = 0
    var ended = 0
    var running = 0
    var presented = 0
  }

  private let counts = Counts()

  /// Begins and ends children in one action each, and returns the shortest of three processor times.
  private func timeOfBeginningAndEnding(_ count: Int) -> Duration {
    let store = Store(initialState: Street.State(), feature: Street())
    let times = (0..<3).map { _ in
      let rows = (0..<count).map { Row.State($0, counts) }
      let start = processorTime()
      store.send(rows)
      store.send([])
      return processorTime() - start
    }
    return times.min() ?? .zero
  }

  /// The time that this thread has spent on a processor.
  private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The time of quadratic work would grow a hundredfold.
  @Test func theWorkGrowsWithTheChildren() {
    let short = timeOfBeginningAndEnding(100)
    let long = timeOfBeginningAndEnding(1_000)
    #expect(counts.began == 3_300)
    #expect(counts.ended == 3_300)
    #expect(long < short * 40, "\(short) for 100 children, \(long) for 1,000")
  }

  @Test func nothingOfTheChildrenIsLeftAfterTheirEnd() async {
    let store = Store(initialState: Street.State(), feature: Street())
    weak var state: Row.State?
    weak var child: Store<Row>?
    weak var work: RunningWork?
    for round in 0..<10 {
      var rows: [Row.State]? = (0..<100).map { Row.State($0, counts) }
      store.send(rows ?? [])
      state = rows?.last
      child = store.scope(\.rows, id: 99)
      work = child?.work
      await settle { counts.running == 100 }
      store.send([])
      rows = nil
      await settle { counts.running == 0 && state == nil && child == nil && work == nil }
      #expect(counts.began == 100 * (round + 1))
      #expect(counts.ended == 100 * (round + 1))
    }
    #expect(state == nil && child == nil && work == nil)
    #expect(store.runningTaskCount == 0)
  }

  @Test func manyObserversShareOneRun() async throws {
    let store = Store(initialState: Street.State(), feature: Street())
    store.send([Row.State(0, counts)])
    let row = try #require(store.scope(\.rows, id: 0))
    for _ in 0..<10 {
      let views = (0..<1_000).map { _ in StorePresence() }
      for view in views { row.present(view) }
      await settle { counts.presented == 1 }
      for view in views.dropLast() { view.endPresentation() }
      await observationTurn()
      #expect(counts.presented == 1)
      views.last?.endPresentation()
      await settle { counts.presented == 0 }
    }
    #expect(row.runningTaskCount == 1)
  }

  /// Waits until a condition holds, for at most 100,000 turns.
  private func settle(_ condition: () -> Bool) async {
    for _ in 0..<100_000 {
      if condition() { return }
      await Task.yield()
    }
    Issue.record("The children or observers don't end")
  }
}
