package import ScreenStateKit
package import ViewFeature

/// Writes the note on one word.
package struct NoteEditorFeature: OutputFeature {
  /// It is loading, for the screen, while the note is read or saved: nothing else is to be done then.
  @Observable @MainActor
  package final class State: ScreenState, SnapshotState {
    package let word: String
    /// Nothing until it is known whether there is a note already, so that none is written over unseen.
    package internal(set) var text: String?
    package internal(set) var isSaved = false
    /// What has kept the note from being saved, until the reader has decided.
    package internal(set) var conflict: NoteConflict?
    /// The note that the text replaces.
    @ObservationIgnored var known: Note?

    package static let snapshotFields = SnapshotFields<State> {
      Field("word", \.word)
      Field("text", \.text)
      Field("isSaved", \.isSaved)
      Field("conflict", \.conflict)
      Field("known", \.known)
      Field("isLoading", \.isLoading)
    }

    package init(word: String) {
      self.word = word
      super.init()
    }
  }

  package enum Action: ActionLockable, LoadingTrackable, Hashable {
    case load
    case textChanged(String)
    case save
    /// Saves the text in place of what another program has saved meanwhile.
    case overwrite(NoteConflict)
    /// Goes on with what another program has saved meanwhile, in place of the text.
    case takeOther(NoteConflict)
    /// Goes on with the text; when it is saved, the question comes again.
    case keepWriting

    package var canTrackLoading: Bool {
      switch self {
      case .load, .save, .overwrite: true
      case .textChanged, .takeOther, .keepWriting: false
      }
    }
  }

  package enum Output: Hashable, Sendable {
    case saved(Note)
  }

  private let library: any NoteLibrary

  package init(library: any NoteLibrary) {
    self.library = library
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        state.displayError = nil
        return .run { state in
          state.known = try await library.note(on: state.word)
          state.text = state.known?.text ?? ""
        }
      case .textChanged(let text):
        guard !state.isLoading else { return .none }
        state.text = text
        return .none
      case .save:
        return save(state)
      case .overwrite(let conflict):
        state.known = conflict.current
        return save(state)
      case .takeOther(let conflict):
        state.known = conflict.current
        state.text = conflict.current?.text ?? ""
        state.conflict = nil
        return .none
      case .keepWriting:
        state.conflict = nil
        return .none
      }
    }
  }

  private func save(_ state: State) -> Effect {
    guard let text = state.text else { return .none }
    state.displayError = nil
    state.conflict = nil
    let note = Note(word: state.word, text: text)
    let known = state.known
    return .run { state in
      do {
        try await library.save(note, over: known)
        state.isSaved = true
        await store.output(.saved(note))
      } catch let conflict as NoteConflict {
        state.conflict = conflict
      }
    }
  }
}
