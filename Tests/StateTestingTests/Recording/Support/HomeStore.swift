import Foundation
import ScreenStateKit

/// A store for a list of items that is loaded and extended.
actor HomeStore: ScreenStore {
  enum Action: ActionLockable, LoadingTrackable, Hashable {
    case loadItems
    case loadMore

    var canTrackLoading: Bool { self == .loadItems }
  }

  nonisolated let binding = ScreenBinding<HomeState>()
  private let loader: @Sendable (Locale.LanguageCode) async throws -> [String]

  init(loader: @escaping @Sendable (Locale.LanguageCode) async throws -> [String]) {
    self.loader = loader
  }

  func perform(_ action: Action) async throws {
    switch action {
    case .loadItems: try await loadItems()
    case .loadMore: try await loadMore()
    }
  }

  private func loadItems() async throws {
    let items = try await loader(.english)
    try await updateState { state in
      state.displayError = nil
      state.items = items
    }
  }

  private func loadMore() async throws {
    do {
      let items = try await loader(.english)
      try await updateState { $0.items += items }
      await viewState?.terminateLoadMoreView()
    } catch {
      await viewState?.terminateLoadMoreView()
      throw error
    }
  }
}
