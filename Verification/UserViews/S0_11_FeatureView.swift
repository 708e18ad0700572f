// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

enum S0FeatureView {
  // App types
  struct Item: Identifiable, Sendable {
    let id: String
  }

  struct ItemRow: View {
    let item: Item

    var body: some View { Text(item.id) }
  }

  @Observable @MainActor
  final class FeatureViewState: LoadmoreScreenState, StateUpdatable {
    var items: [Item] = []
  }

  // The store template (S0-6) keeps `isolatedReceive` private; this view needs it.
  actor FeatureViewStore: ScreenStore {
    enum Action: Hashable, ActionLockable, LoadingTrackable {
      case fetchItems
      case loadMore

      var canTrackLoading: Bool { self == .fetchItems }
    }

    nonisolated let binding = ScreenBinding<FeatureViewState>()
    private let fetchItems: @Sendable (_ page: Int) async throws -> [Item]

    init(fetchItems: @escaping @Sendable (_ page: Int) async throws -> [Item]) {
      self.fetchItems = fetchItems
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .fetchItems:
        let items = try await fetchItems(1)
        try await updateState { $0.items = items }
      case .loadMore:
        let items = try await fetchItems(2)
        try await updateState { $0.items += items }
        await viewState?.terminateLoadMoreView()
      }
    }
  }

  // S0-11 (L313)
  struct FeatureView: View {
      @State private var viewState: FeatureViewState
      @State private var viewStore: FeatureViewStore

      init(viewState: FeatureViewState, viewStore: FeatureViewStore) {
          self.viewState = viewState
          self.viewStore = viewStore
      }

      var body: some View {
          ZStack {
              contentBody()
          }
          .onShowLoading($viewState.isLoading)
          .onShowError($viewState.displayError)
          .task {
              await viewStore.binding(state: viewState)
              viewStore.receive(action: .fetchItems)
          }
      }

      @ViewBuilder
      private func contentBody() -> some View {
          if viewState.items.isEmpty && !viewState.isLoading {
              ContentUnavailableView("No Items", systemImage: "tray")
          } else {
              itemListView()
          }
      }

      private func itemListView() -> some View {
          List {
              ForEach(viewState.items) { item in
                  ItemRow(item: item)
              }

              if viewState.canShowLoadmore {
                  RMLoadmoreView(states: viewState)
                      .onAppear {
                          viewStore.receive(action: .loadMore)
                      }
              }
          }
          .refreshable {
              await viewStore.isolatedReceive(action: .fetchItems)
          }
      }
  }
}
