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

    private let logic: @Sendable () throws -> Void

    init(logic: @escaping @Sendable () throws -> Void) {
      self.logic = logic
    }

    func binding(state: FeatureViewState) {
      viewState = state
    }

    nonisolated func receive(action: Action) {
      Task { await isolatedReceive(action: action) }
    }

    // S0-10 (L297), the first half
    // Make isolatedReceive internal (not private) so tests can call it directly
    // edit: the body
    // was: func isolatedReceive(action: Action) async { ... }
    func isolatedReceive(action: Action) async {
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

    func isolatedReceiveShowingAll(action: Action) async {
      do {
        try await perform(action)
      // S0-8 (L271)
      } catch {
          await viewState?.showError(DisplayableError(message: error.localizedDescription))
      }
    }

    private func perform(_ action: Action) async throws {
      try logic()
    }
  }
}
