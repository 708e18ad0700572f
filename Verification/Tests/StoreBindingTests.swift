import SwiftUI
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StoreBindingTests {
  struct SearchFeature: Feature {
    @Observable
    final class State {
      var query = ""
      var isCaseSensitive = false
      var queries: [String] = []
      var records: [TransactionRecord] = []
    }

    enum Action: Sendable {
      case queryChanged(String)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .queryChanged(let query):
          state.query = query
          state.queries.append(query)
          state.records.append(.current)
        }
        return .none
      }
    }
  }

  private struct Search: View {
    @State var store: Store<SearchFeature>

    var body: some View {
      TextField("Search", text: store.binding(\.query, send: SearchFeature.Action.queryChanged))
      Toggle("Case", isOn: $store.state.isCaseSensitive)
      TextField("Plain", text: store.binding(\.query))
    }
  }

  private struct BindableSearch: View {
    @Bindable var store: Store<SearchFeature>

    var body: some View {
      TextField("Search", text: $store.state.query)
    }
  }

  private let store = Store(initialState: SearchFeature.State(), feature: SearchFeature())

  @Test func fieldShowsTheStateAndSendsTheAction() throws {
    store.state.query = "swift"
    let host = ViewHost(Search(store: store))
    #expect(host.node(.textField, "swift") != nil)

    try host.type("linux", into: "Search")

    #expect(store.state.queries == ["linux"])
    #expect(host.node(.textField, "linux") != nil)
  }

  @Test func fieldWithoutAnActionChangesTheState() throws {
    let host = ViewHost(Search(store: store))

    try host.type("linux", into: "Plain")

    #expect(store.state.query == "linux")
    #expect(store.state.queries.isEmpty)
  }

  @Test func propertyOfAStateStoreIsBound() throws {
    let host = ViewHost(Search(store: store))

    try host.tap("Case")

    #expect(store.state.isCaseSensitive)
  }

  @Test func propertyOfABindableStoreIsBound() throws {
    let host = ViewHost(BindableSearch(store: store))

    try host.type("linux", into: "Search")

    #expect(store.state.query == "linux")
  }

  @Test func actionOfABindingIsHandledInItsTransaction() {
    let query = store.binding(\.query, send: SearchFeature.Action.queryChanged)

    query.animation(.easeIn).wrappedValue = "linux"

    #expect(store.state.records == [TransactionRecord(animation: .easeIn)])
  }

  @Test func actionIsHandledInTheTransactionOfItsSender() {
    withAnimation(.bouncy) { _ = store.send(.queryChanged("linux")) as SentAction }

    #expect(store.state.records == [TransactionRecord(animation: .bouncy)])
  }
}
