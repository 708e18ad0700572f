// swift-format-ignore-file
import Foundation
import ScreenStateKit

enum S0StorePatterns {
  // App types
  @Observable @MainActor
  final class FeatureViewState: ScreenState, StateUpdatable {}

  actor FeatureViewStore: ScreenActionStore {
    private weak var viewState: FeatureViewState?

    // S0-9 (L278)
    enum Action: ActionLockable, LoadingTrackable {
        case fetchUser(id: Int)
        case deleteUser(id: Int)

        var lockKey: AnyHashable {
            switch self {
            case .fetchUser: return "fetchUser"
            case .deleteUser: return "deleteUser"
            }
        }

        var canTrackLoading: Bool { true }
    }

    func binding(state: FeatureViewState) {
      viewState = state
    }

    nonisolated func receive(action: Action) {
      Task { await isolatedReceive(action: action) }
    }

    private func isolatedReceive(action: Action) async {
      // S0-7 (L260)
      do {
          // action logic
          // edit: the action logic that the comment stands for
          try await perform(action)
      } catch let error as LocalizedError {
          await viewState?.showError(error)
      } catch {
          debugPrint("\(declaredName): \(error.localizedDescription)")
      }
    }

    private func perform(_ action: Action) async throws {}
  }
}
