import Foundation
package import ScreenStateKit
package import ViewFeature

/// Edits the note on one word.
package struct NoteEditorFeature: OutputFeature {
  /// The state of the editor, which is loading while the note is read or saved.
  ///
  /// The screen allows no other actions meanwhile.
  @Observable @MainActor
  package final class State: ScreenState, SnapshotState {
    package let word: String
    /// `nil` until the existing note is read, so that the editor can't overwrite a note that it hasn't shown.
    package internal(set) var text: String?
    package internal(set) var isSaved = false
    /// Asks how to resolve a conflict with another program's change.
    package var alert: AlertPrompt<Action>?
    /// The note that the text replaces.
    @ObservationIgnored var known: Note?

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("word", \.word)
      SnapshotField("text", \.text)
      SnapshotField("isSaved", \.isSaved)
      SnapshotField("alert", \.alert)
      SnapshotField("known", \.known)
      SnapshotField("isLoading", \.isLoading)
    }

    package init(word: String) {
      self.word = word
      super.init()
    }
  }

  package enum Action: ActionLockable, LoadingTrackable, Codable, Hashable {
    case load
    case textChanged(String)
    case save
    /// Saves the text over the change of another program.
    case overwrite(NoteConflict)
    /// Discards the text and continues with the note that another program saved.
    case takeOther(NoteConflict)

    package var canTrackLoading: Bool {
      switch self {
      case .load, .save, .overwrite: true
      case .textChanged, .takeOther: false
      }
    }
  }

  package enum Output: Codable, Hashable, Sendable {
    case saved(Note)
  }

  @Provided(\.noteLibrary) private var library
  /// Keeps the unsaved text.
  @Provided(\.place) private var place

  package init() {}

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        state.displayError = nil
        if let draft = place?.draft, draft.word == state.word {
          state.known = draft.known
          state.text = draft.text
          return .none
        }
        return .run { state in
          state.known = try await library.note(on: state.word)
          state.text = state.known?.text ?? ""
        }
      case .textChanged(let text):
        guard !state.isLoading else { return .none }
        state.text = text
        place?.draft = NoteDraft(word: state.word, text: text, known: state.known)
        return .none
      case .save:
        return save(state)
      case .overwrite(let conflict):
        state.known = conflict.current
        return save(state)
      case .takeOther(let conflict):
        state.known = conflict.current
        state.text = conflict.current?.text ?? ""
        place?.draft = nil
        return .none
      }
    }
  }

  /// Asks how to resolve the conflict; if the alert is dismissed without a choice, the next save asks again.
  static func question(about conflict: NoteConflict) -> AlertPrompt<Action> {
    AlertPrompt(
      "Changed meanwhile",
      message: conflict.localizedDescription,
      buttons: [
        AlertButton("Save mine", action: .overwrite(conflict)),
        AlertButton("Take the other", action: .takeOther(conflict)),
        AlertButton("Keep writing", role: .cancel),
      ]
    )
  }

  private func save(_ state: State) -> Effect {
    guard let text = state.text else { return .none }
    state.displayError = nil
    state.alert = nil
    let note = Note(word: state.word, text: text)
    let known = state.known
    return .run { state in
      do {
        try await library.save(note, over: known)
        state.isSaved = true
        place?.draft = nil
        await store.output(.saved(note))
      } catch let conflict as NoteConflict {
        state.alert = Self.question(about: conflict)
      }
    }
  }
}
