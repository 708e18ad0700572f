import Figures
import ScreenStateKit
import StateCore

enum ScreenRunRow: Row {
  static let name = "screen-run"

  static func figures(rounds: Int) async -> [Figure] {
    let state = ScreenState()
    let store = LoadingStore()
    await store.bind(to: state)
    let handWritten = HandWrittenStore(state)
    let what = "run of a screen store, locked and loading-tracked"
    let operation: Comparison.Block = { repetitions in
      await repeated(repetitions) { await store.run(.load) }
    }
    return [
      Figure(
        row: name,
        what,
        against: "the two hops in a task of their own",
        await Comparison.measure(
          rounds: rounds,
          operation: operation,
          limit: { repetitions in
            await repeated(repetitions) { await handWritten.receiveInTask() }
          }
        ),
        highestRatio: 1.2
      ),
      Figure(
        row: name,
        what,
        against: "the two hops, not to be cancelled alone",
        await Comparison.measure(
          rounds: rounds,
          operation: operation,
          limit: { repetitions in
            await repeated(repetitions) { await handWritten.receive() }
          }
        ),
        highestRatio: nil
      ),
    ]
  }

  @concurrent
  private static func repeated(
    _ repetitions: Int,
    _ operation: @concurrent @Sendable () async -> Void
  ) async {
    for _ in 0..<repetitions { await operation() }
  }
}

private actor LoadingStore: ScreenStore {
  enum Action: ActionLockable, LoadingTrackable, Hashable, Sendable {
    case load

    var canTrackLoading: Bool { true }
  }

  nonisolated let binding = ScreenBinding<ScreenState>()

  private var count = 0

  func perform(_ action: Action) async throws {
    count += 1
  }
}

/// The two hops to the main actor, and between them work on the store's own state: without it, the
/// optimizer would remove both hops.
private actor HandWrittenStore {
  private let state: ScreenState
  private var count = 0

  init(_ state: ScreenState) {
    self.state = state
  }

  /// The work of an action that can be cancelled without its caller.
  func receiveInTask() async {
    await state.loadingStarted()
    let task = ImmediateTask.start {
      self.count += 1
      await self.state.loadingFinished()
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func receive() async {
    await state.loadingStarted()
    count += 1
    await state.loadingFinished()
  }
}
