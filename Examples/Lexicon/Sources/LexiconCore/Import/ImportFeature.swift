package import ScreenStateKit
package import ViewFeature

/// Imports the words before they are first shown.
package struct ImportFeature: Feature {
  @Observable @MainActor
  package final class State: ScreenState, SnapshotState {
    /// `nil` until the number of words is known.
    package fileprivate(set) var progress: ImportProgress?
    package fileprivate(set) var isFinished = false

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("progress", \.progress)
      SnapshotField("isFinished", \.isFinished)
      SnapshotField("isLoading", \.isLoading)
    }
  }

  package enum Action: ActionLockable, LoadingTrackable, Codable, Hashable {
    /// Starts the import, or continues it after an error.
    case start

    package var canTrackLoading: Bool { true }
  }

  @Provided(\.wordImporter) private var importer

  package init() {}

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
