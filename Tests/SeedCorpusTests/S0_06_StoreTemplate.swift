// swift-format-ignore-file
import Foundation
import ScreenStateKit

enum S0StoreTemplate {
  // App types
  struct Item: Equatable, Sendable {
    let id: String
  }

  protocol SomeServiceProtocol: Sendable {
    func fetchItems(page: Int) async throws -> [Item]
    func delete(id: String) async throws
  }

  @Observable @MainActor
  final class FeatureViewState: LoadmoreScreenState, StateUpdatable {
    var items: [Item] = []
  }

  // S0-6 (L150)
  actor FeatureViewStore: ScreenActionStore {
      // MARK: - State
      private weak var viewState: FeatureViewState?

      // MARK: - Dependencies
      private let actionLocker = ActionLocker.nonIsolated  // Use .nonIsolated inside actor
      private let service: SomeServiceProtocol

      // MARK: - Init
      init(service: SomeServiceProtocol) {
          self.service = service
      }

      // MARK: - Actions
      enum Action: ActionLockable, LoadingTrackable, Hashable {
          case fetchItems
          case loadMore
          case deleteItem(id: String)

          var canTrackLoading: Bool {
              switch self {
              case .fetchItems: return true
              case .loadMore: return false   // Don't show global loading for loadmore
              case .deleteItem: return true
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
      private func isolatedReceive(action: Action) async {
          guard actionLocker.canExecute(action) else { return }
          await viewState?.loadingStarted(action: action)

          do {
              switch action {
              case .fetchItems:
                  try await fetchItems()
              case .loadMore:
                  try await loadMoreItems()
              case .deleteItem(let id):
                  try await deleteItem(id: id)
              }
          } catch let error as LocalizedError {
              await viewState?.showError(error)
          } catch {
              // Log non-LocalizedError silently
              debugPrint("\(declaredName): \(error.localizedDescription)")
          }

          actionLocker.unlock(action)
          await viewState?.loadingFinished(action: action)
      }

      // MARK: - Action Implementations
      private func fetchItems() async throws {
          let items = try await service.fetchItems(page: 1)
          await viewState?.updateState { state in
              state.items = items
          }
      }

      private func loadMoreItems() async throws {
          let currentItems = await viewState?.items ?? []
          let nextPage = currentItems.count / 20 + 1
          let newItems = try await service.fetchItems(page: nextPage)
          await viewState?.updateState { state in
              state.items = currentItems + newItems
          }
          await viewState?.ternimateLoadmoreView()
      }

      private func deleteItem(id: String) async throws {
          try await service.delete(id: id)
          let items = await viewState?.items ?? []
          await viewState?.updateState { state in
              state.items = items.filter { $0.id != id }
          }
      }
  }
}
