package import ScreenStateKit
package import ViewFeature

/// Lists the saved words, and deletes them.
package struct SavedWordsFeature: Feature {
  /// It is loading, for the screen, while a note is being deleted: nothing else is to be done then.
  @Observable @MainActor
  package final class State: ScreenState {
    /// Nothing until they have been read.
    package fileprivate(set) var notes: [Note]?
  }

  package enum Action: LoadingTrackable, Hashable {
    case load
    case delete(word: String)

    package var canTrackLoading: Bool { self != .load }
  }

  private enum EffectID {
    case list
  }

  private let library: any NoteLibrary

  package init(library: any NoteLibrary) {
    self.library = library
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      state.displayError = nil
      switch action {
      case .load:
        return loadNotes()
      case .delete(let word):
        return .concatenate(
          .run { try await library.deleteNote(on: word) },
          loadNotes()
        )
      }
    }
  }

  private func loadNotes() -> Effect {
    .run(id: EffectID.list) { state in
      let notes = try await library.notes()
      // What a later load has read is newer.
      try Task.checkCancellation()
      state.notes = notes
    }
  }
}
