package import ScreenStateKit
package import ViewFeature

/// Lists and deletes the saved words, and contains the open word.
package struct SavedWordsFeature: Feature {
  /// The state of the list, which is loading while a note is being deleted.
  ///
  /// The screen allows no other actions meanwhile.
  @Observable @MainActor
  package final class State: ScreenState, SnapshotState {
    /// `nil` until the notes are read.
    package internal(set) var notes: [Note]?
    package internal(set) var word: DetailsFeature.State?
    /// The alerts that confirm deletions, one at a time.
    package var questions = QuestionQueue<AlertPrompt<Action>>()

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("notes", \.notes)
      SnapshotField("word", child: \.word)
      SnapshotField("questions", \.questions)
      SnapshotField("isLoading", \.isLoading)
    }
  }

  package enum Action: LoadingTrackable, Codable, Hashable {
    case load
    /// Asks the reader to confirm that a note is to be deleted.
    case askToDelete(Note)
    case delete(Note)
    case open(String)
    case close
    case word(DetailsFeature.Output)

    package var canTrackLoading: Bool {
      if case .delete = self { true } else { false }
    }
  }

  private enum EffectID {
    case list
  }

  package let word = OptionalChild(\.word, DetailsFeature(), output: Action.word)
  @Provided(\.noteLibrary) private var library

  package init() {}

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        // The deletion reloads the list itself, and an error of this load would end the deletion's loading.
        guard !state.isLoading else { return .none }
        state.displayError = nil
        return loadNotes()
      case .askToDelete(let note):
        state.questions.present(Self.deletion(of: note))
        return .none
      case .delete(let note):
        state.displayError = nil
        return .concatenate(.cancel(id: EffectID.list), delete(note), loadNotes())
      case .open(let word):
        state.word = DetailsFeature.State(word: word)
        return .none
      case .close:
        state.word = nil
        return .none
      case .word(.noteChanged(let note)):
        state.notes = state.notes?.map { $0.word == note.word ? note : $0 }
        return .none
      }
    }
  }

  static func deletion(of note: Note) -> AlertPrompt<Action> {
    AlertPrompt(
      "Delete “\(note.word)”?",
      message: "The word and your note on it will be deleted.",
      buttons: [
        AlertButton("Delete", role: .destructive, action: .delete(note)),
        AlertButton("Keep", role: .cancel),
      ]
    )
  }

  /// Deletes a note; if another program changed it, reloads the list and throws the conflict.
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
        // If a newer load replaced this one, its error is ignored.
        try Task.checkCancellation()
        throw error
      }
    }
  }
}
