import StateJournal
import Testing
import ViewFeature

/// This file imports only the two products.
@MainActor
@Suite struct ExportsTests {
  struct Counter: Feature {
    @MainActor @Observable final class State: RestorableState {
      var count = 0

      static let snapshotFields = SnapshotFields<State> { SnapshotField("count", \.count) }
    }

    enum Action: Sendable {
      case increment
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.count += 1
        return .none
      }
    }
  }

  @Test func entriesCanBeReadWithTheseImports() {
    let store = Store(initialState: Counter.State(), feature: Counter())
    let journal = Journal()
    let id: StoreID = journal.record(store)
    store.send(.increment)
    var lines: [String] = []
    for entry in journal.entries {
      switch entry.kind {
      case .actionReceived(_, let received): lines.append("received \(received.action.text)")
      case .change(let change):
        let isByHandler = if case .handler = change.cause { true } else { false }
        lines.append("\(change.field): \(change.old.text) -> \(change.new.text) \(isByHandler)")
      default: break
      }
    }
    #expect(lines == ["received increment", "count: 0 -> 1 true"])
    #expect(id == store.id)
    let first = journal.entries.first.flatMap { journal.state(of: store.id, at: $0.number) }
    #expect(first?.differences(to: store.state.snapshot()).map(\.description) == ["count: 0 → 1"])
  }
}
