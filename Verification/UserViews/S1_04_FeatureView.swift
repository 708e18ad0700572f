// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

extension S1Feature.Item: Identifiable {
  var id: Int { 0 }
}

extension S1Feature {
  // App types
  struct ItemRow: View {
    let item: Item

    var body: some View { Text("Item") }
  }

  // S1-4 (L192)
  struct FeatureView: View {
      // MARK: - State
      @State private var viewState: FeatureViewState
      @State private var viewStore: FeatureViewStore

      // MARK: - Init
      init(viewState: FeatureViewState, viewStore: FeatureViewStore) {
          self.viewState = viewState
          self.viewStore = viewStore
      }

      // MARK: - Body
      var body: some View {
          ZStack {
              Color(.systemBackground)
                  .ignoresSafeArea()

              contentBody()
          }
          .onShowLoading($viewState.isLoading)
          .onShowError($viewState.displayError)
          .task {
              // Critical: Bind state to viewStore
              await viewStore.binding(state: viewState)

              // Initial data fetch
              viewStore.receive(action: .fetchItems)
          }
      }

      // MARK: - Content
      @ViewBuilder
      private func contentBody() -> some View {
          if viewState.items.isEmpty && !viewState.isLoading {
              emptyStateView()
          } else {
              itemListView()
          }
      }

      private func itemListView() -> some View {
          List {
              ForEach(viewState.items) { item in
                  ItemRow(item: item)
              }

              // Load more indicator
              if !viewState.items.isEmpty && viewState.canShowLoadmore {
                  RMLoadmoreView(states: viewState)
              }
          }
          .refreshable {
              // edit: there is no error to be left out
              // was: try? await viewStore.isolatedReceive(action: .fetchItems)
              await viewStore.isolatedReceive(action: .fetchItems)
          }
      }

      private func emptyStateView() -> some View {
          VStack(spacing: 16) {
              Image(systemName: "tray")
                  .font(.system(size: 48))
                  .foregroundStyle(.secondary)

              Text("No Items")
                  .font(.title2)

              Text("Pull down to refresh")
                  .font(.subheadline)
                  .foregroundStyle(.secondary)
          }
      }
  }
}
