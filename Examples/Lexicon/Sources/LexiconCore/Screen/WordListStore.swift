import Foundation
import ScreenStateKit

/// Loads the word list page by page.
package actor WordListStore: ScreenActionStore {
  package enum Action: ActionLockable, LoadingTrackable, Hashable {
    /// Loads the first page, in place of what is there.
    case refresh
    /// Loads the page after the last one.
    case loadMore
    /// Does again what failed last.
    case retry

    package var canTrackLoading: Bool {
      switch self {
      case .refresh, .retry: true
      case .loadMore: false
      }
    }
  }

  private weak var viewState: WordListState?
  private let actionLocker = ActionLocker.nonIsolated
  private let tasks = CancelBag()
  private let provider: any WordProvider
  private let filter: WordFilter
  private let pageSize: Int
  private var failedAction: Action?

  package init(provider: any WordProvider, filter: WordFilter = WordFilter(), pageSize: Int = 20) {
    self.provider = provider
    self.filter = filter
    self.pageSize = pageSize
  }

  package func binding(state: WordListState) {
    viewState = state
  }

  package nonisolated func receive(action: Action) {
    Task { await isolatedReceive(action: action) }
      .store(in: tasks)
  }

  /// Performs an action and returns when it is done, for a view that has to know.
  package func isolatedReceive(action received: Action) async {
    let action = received == .retry ? failedAction ?? .refresh : received
    guard actionLocker.canExecute(action) else { return }
    await viewState?.loadingStarted(action: action)

    if let ticket = await start(action) {
      do {
        let page = try await load(ticket, for: action)
        await viewState?.accept(page, for: ticket)
      } catch is CancellationError {
        _ = await viewState?.fail(ticket, with: nil)
      } catch {
        let shown =
          error as? any LocalizedError ?? DisplayableError(message: error.localizedDescription)
        if await viewState?.fail(ticket, with: shown) == true {
          failedAction = action
        }
      }
    }

    actionLocker.unlock(action)
    await viewState?.loadingFinished(action: action)
  }

  private func start(_ action: Action) async -> PageCursor.Ticket? {
    guard action == .refresh else { return await viewState?.startLoadingMore() }
    let ticket = await viewState?.startOver()
    await tasks.cancel(forIdentifier: Action.loadMore)
    return ticket
  }

  /// Loads in a task of its own, which a refresh can end while this action waits for it.
  private func load(_ ticket: PageCursor.Ticket, for action: Action) async throws -> WordPage {
    let loading = Task { [provider, filter, pageSize] in
      try await provider.page(of: filter, offset: ticket.offset, limit: pageSize)
    }
    loading.store(in: tasks, withIdentifier: action)
    return try await withTaskCancellationHandler {
      try await loading.value
    } onCancel: {
      loading.cancel()
    }
  }
}
