// swift-format-ignore-file
import Foundation
import ScreenStateKit

extension S1Feature {
  // App types
  struct ItemPage: Sendable {
    let items: [Item]
  }

  protocol DataServiceProtocol: Sendable {
    func fetchItems(page: Int, limit: Int) async throws -> ItemPage
  }

  // S1-3 (L101)
  actor FeatureViewStore: ScreenActionStore {
      // MARK: - Dependencies
      private let dataService: DataServiceProtocol

      // MARK: - State Management
      private let actionLocker = ActionLocker()
      weak var viewState: FeatureViewState?

      // MARK: - Init
      init(dataService: DataServiceProtocol) {
          self.dataService = dataService
      }

      // MARK: - Actions
      enum Action: ActionLockable, LoadingTrackable, Sendable {
          case fetchItems
          case loadMore

          var canTrackLoading: Bool {
              switch self {
              case .fetchItems:
                  return true
              case .loadMore:
                  return false
              }
          }
      }

      // MARK: - ScreenActionStore Protocol
      func binding(state: FeatureViewState) {
          self.viewState = state
      }

      nonisolated func receive(action: Action) {
          Task {
              await isolatedReceive(action: action)
          }
      }

      // MARK: - Action Processing
      func isolatedReceive(action: Action) async {
          guard await actionLocker.canExecute(action) else { return }
          await viewState?.loadingStarted(action: action)

          do {
              switch action {
              case .fetchItems:
                  try await fetchItems()
              case .loadMore:
                  try await loadMoreItems()
              }
          } catch {
              await viewState?.showError(
                  DisplayableError(message: error.localizedDescription)
              )
          }

          await actionLocker.unlock(action)
          await viewState?.loadingFinished(action: action)
      }

      // MARK: - Action Implementations
      private func fetchItems() async throws {
          let result = try await dataService.fetchItems(page: 1, limit: 20)
          await viewState?.updateState { state in
              state.items = result.items
          }
      }

      private func loadMoreItems() async throws {
          let currentItems = await viewState?.items ?? []
          let result = try await dataService.fetchItems(page: 2, limit: 20)
          await viewState?.updateState { state in
              state.items = currentItems + result.items
          }
      }
  }
}
