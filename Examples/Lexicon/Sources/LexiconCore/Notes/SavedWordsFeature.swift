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
    case delete(Note)

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
      switch action {
      case .load:
        // The deletion reads the list itself, and an error of this one would end its loading.
        guard !state.isLoading else { return .none }
        state.displayError = nil
        return loadNotes()
      case .delete(let note):
        state.displayError = nil
        return .concatenate(.cancel(id: EffectID.list), delete(note), loadNotes())
      }
    }
  }

  /// Deletes a note; where it is another one by now, that one is listed.
  private func delete(_ note: Note) -> Effect {
    .run { state in
      do {
        try await library.delete(note)
      } catch let conflict as NoteConflict {
        state.notes = try await library.notes()
        throw conflict
      }
    }
  }

  private func loadNotes() -> Effect {
    .run(id: EffectID.list) { state in
      do {
        let notes = try await library.notes()
        try Task.checkCancellation()
        state.notes = notes
      } catch {
        // Whatever has taken the place of this load is newer than its outcome.
        try Task.checkCancellation()
        throw error
      }
    }
  }
}
