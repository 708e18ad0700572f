// swift-format-ignore-file
// The app under test of S0's test chapter (blocks S0-26 to S0-42): none of it is in the seed.
import Foundation
import ScreenStateKit

/// Here `id` is a `UUID`, in the stores of the same document a `String` (C13).
struct Item: Equatable, Sendable {
  let id: UUID
  let name: String
}

protocol ItemLoaderProtocol: Sendable {
  func load() async throws -> [Item]
}

protocol StorageProtocol: Sendable {
  func deleteCachedItems() async throws
}

@Observable @MainActor
final class HomeViewState: LoadmoreScreenState, StateUpdatable {
  var items: [Item] = []
}

actor HomeViewStore: ScreenActionStore {
  enum Action: ActionLockable, LoadingTrackable, Hashable {
    case loadItems
    case loadMore

    var canTrackLoading: Bool { self == .loadItems }
  }

  private weak var viewState: HomeViewState?
  private let actionLocker = ActionLocker.nonIsolated
  private let makeLoader: @Sendable (Locale.LanguageCode) -> any ItemLoaderProtocol

  init(loader: any ItemLoaderProtocol) {
    makeLoader = { _ in loader }
  }

  /// What pattern 10 calls (C13).
  init(loader: @escaping @Sendable (Locale.LanguageCode) -> any ItemLoaderProtocol) {
    makeLoader = loader
  }

  func binding(state: HomeViewState) {
    viewState = state
  }

  nonisolated func receive(action: Action) {
    Task { await isolatedReceive(action: action) }
  }

  func isolatedReceive(action: Action) async {
    guard actionLocker.canExecute(action) else { return }
    // Suspends between the lock and the load: pattern 6 relies on it.
    await viewState?.loadingStarted(action: action)

    do {
      let loaded = try await makeLoader(.english).load()
      let known = action == .loadMore ? await viewState?.items ?? [] : []
      await viewState?.updateState { state in
        state.items = known + loaded
        // Patterns 3 to 5: a success clears the error of an earlier failure (C10).
        state.displayError = nil
      }
    } catch {
      // A plain `NSError` is shown too (C9).
      await viewState?.showError(DisplayableError(message: error.localizedDescription))
    }
    if action == .loadMore {
      // On both paths (C11).
      await viewState?.ternimateLoadmoreView()
    }

    actionLocker.unlock(action)
    await viewState?.loadingFinished(action: action)
  }
}
