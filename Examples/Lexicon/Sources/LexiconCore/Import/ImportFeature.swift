package import ScreenStateKit
package import ViewFeature

/// Imports the words before they are shown for the first time.
package struct ImportFeature: Feature {
  @Observable @MainActor
  package final class State: ScreenState, SnapshotState {
    /// Nothing until it is known how much there is to do.
    package fileprivate(set) var progress: ImportProgress?
    package fileprivate(set) var isFinished = false

    package static let snapshotFields = SnapshotFields<State> {
      Field("progress", \.progress)
      Field("isFinished", \.isFinished)
      Field("isLoading", \.isLoading)
    }
  }

  package enum Action: ActionLockable, LoadingTrackable, Codable, Hashable {
    /// Begins, or goes on after an error.
    case start

    package var canTrackLoading: Bool { true }
  }

  private let importer: any WordImporter

  package init(importer: any WordImporter) {
    self.importer = importer
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .start:
        guard !state.isFinished else { return .none }
        state.displayError = nil
        return .run { state in
          try await importer.importWords { @MainActor progress in state.progress = progress }
          state.isFinished = true
        }
      }
    }
  }
}
