import Figures
import ScreenStateKit

enum ReceiveRow: Row {
  static let name = "receive"

  static func figures(rounds: Int) async -> [Figure] {
    let state = ScreenState()
    let store = LoadingStore()
    await store.binding(state: state)
    let handWritten = HandWrittenStore(state)
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { await receive($0, on: store) },
      limit: { await receive($0, on: handWritten) }
    )
    return [
      Figure(
        row: name,
        "isolatedReceive, locked and loading-tracked",
        against: "loading on and off by hand",
        comparison,
        highestRatio: 1.2
      )
    ]
  }

  @concurrent
  private static func receive(_ repetitions: Int, on store: LoadingStore) async {
    for _ in 0..<repetitions { await store.isolatedReceive(action: .load) }
  }

  @concurrent
  private static func receive(_ repetitions: Int, on store: HandWrittenStore) async {
    for _ in 0..<repetitions { await store.receive() }
  }
}

private actor LoadingStore: ScreenStore {
  enum Action: ActionLockable, LoadingTrackable, Hashable, Sendable {
    case load

    var canTrackLoading: Bool { true }
  }

  nonisolated let binding = ScreenBinding<ScreenState>()

  func perform(_ action: Action) async throws {}
}

/// The two hops to the main actor, and nothing else.
private actor HandWrittenStore {
  private let state: ScreenState

  init(_ state: ScreenState) {
    self.state = state
  }

  func receive() async {
    await state.loadingStarted()
    await state.loadingFinished()
  }
}
