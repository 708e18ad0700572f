import ScreenStateKit
import SwiftUI
import Testing
import ViewFeature

/// Views that present stores.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct PresentsTests {
  struct Ticker: Feature {
    @Observable
    final class State {
      var isShown = true
      var starts = 0
      var ends = 0
    }

    enum Action: Sendable {
      case show(Bool)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .show(let isShown): state.isShown = isShown
        }
        return .none
      }
      .whilePresented { state in
        state.starts += 1
        return .run { state in
          for await _ in AsyncStream<Never>.makeStream().stream {}
          state.ends += 1
        }
      }
    }
  }

  private struct TickerView: View {
    let store: Store<Ticker>

    var body: some View {
      VStack {
        if store.state.isShown { Text("\(store.state.starts)").presents(store) }
      }
    }
  }

  private func wait(until condition: () -> Bool) async throws {
    while !condition() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func theWorkRunsWhileAViewIsShown() async throws {
    let store = Store(initialState: Ticker.State(), feature: Ticker())
    let host = ViewHost(TickerView(store: store))
    try await wait { store.state.starts == 1 }
    #expect(host.texts == ["1"])
    store.send(.show(false))
    _ = host.texts
    try await wait { store.state.ends == 1 }
    store.send(.show(true))
    _ = host.texts
    try await wait { store.state.starts == 2 }
  }
}
