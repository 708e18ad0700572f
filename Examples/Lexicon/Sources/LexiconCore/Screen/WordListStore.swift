package import ScreenStateKit

/// Loads the word list page by page.
package actor WordListStore: ScreenStore {
  package enum Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding, Codable, Hashable
  {
    /// Loads the first page, which replaces the loaded words.
    case refresh
    /// Loads the list from the start up to a row, unless a page fails or the list ends first.
    case load(upTo: Int)
    /// Loads the next page, or retries it if it failed.
    case loadMore

    package var canTrackLoading: Bool { self != .loadMore }

    package var executionPolicy: ExecutionPolicy {
      switch self {
      case .refresh, .load: .restart.group("pages")
      case .loadMore: .dropWhileRunning.group("pages")
      }
    }
  }

  package nonisolated let binding: ScreenBinding<WordListState>
  @Provided(\.wordProvider) private var provider
  private let filter: WordFilter
  private let pageSize: Int

  package init(
    filter: WordFilter = WordFilter(),
    pageSize: Int = 20,
    environment: StoreEnvironment = .inherited
  ) {
    binding = ScreenBinding(environment: environment)
    self.filter = filter
    self.pageSize = pageSize
  }

  package func perform(_ action: Action) async throws {
    switch action {
    case .refresh: try await loadFirstPage(load)
    case .load(upTo: let row):
      try await loadFirstPage(load)
      while await viewState?.canLoad(row) == true, try await loadNextPage(load) {}
    case .loadMore: try await loadNextPage(load)
    }
  }

  private func load(_ request: WordListState.Request) async throws -> WordListState.Page {
    let offset = request.cursor ?? 0
    let page = try await provider.page(of: filter, offset: offset, limit: pageSize)
    try await updateState { state in
      state.total = page.total
      state.displayError = nil
    }
    let loaded = offset + page.words.count
    // Stops even if the service promises more words than it delivers.
    let isLast = page.words.isEmpty || loaded >= page.total
    return WordListState.Page(items: page.words, next: isLast ? nil : loaded)
  }
}
