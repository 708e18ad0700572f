package import ScreenStateKit
import StateQueries
package import ViewFeature

/// Shows a word and its note, and contains the note's editor while it is open.
package struct DetailsFeature: OutputFeature {
  @Observable @MainActor
  package final class State: ScreenState, SnapshotState {
    package let word: String
    package internal(set) var entry: WordEntry?
    package internal(set) var note: Note?
    package internal(set) var editor: NoteEditorFeature.State?

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("word", \.word)
      SnapshotField("entry", \.entry)
      SnapshotField("note", \.note)
      SnapshotField("editor", child: \.editor)
      SnapshotField("isLoading", \.isLoading)
    }

    package init(word: String) {
      self.word = word
      super.init()
    }
  }

  package enum Action: LoadingTrackable, Codable, Hashable {
    /// Loads the note, which may have changed, and the word if it isn't loaded yet.
    case load
    case edit
    /// Closes the editor and discards the text in it.
    case endEditing
    case editor(NoteEditorFeature.Output)

    package var canTrackLoading: Bool { self == .load }
  }

  package enum Output: Codable, Hashable, Sendable {
    case noteChanged(Note)
  }

  private enum EffectID {
    case entry
    case note
  }

  package let editor = OptionalChild(\.editor, NoteEditorFeature(), output: Action.editor)
  @Provided(\.queries) private var queries
  @Provided(\.noteLibrary) private var library
  @Provided(\.place) private var place

  package init() {}

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        state.displayError = nil
        return .merge(state.entry == nil ? loadEntry() : .none, loadNote())
      case .edit:
        guard state.editor == nil else { return .none }
        state.editor = NoteEditorFeature.State(word: state.word)
        place?.openEditor(on: state.word)
        return .none
      case .endEditing:
        state.editor = nil
        place?.closeEditor(on: state.word)
        return .none
      case .editor(.saved(let note)):
        state.note = note
        state.editor = nil
        place?.closeEditor(on: state.word)
        return output(.noteChanged(note))
      }
    }
  }

  private func loadEntry() -> Effect {
    .run(id: EffectID.entry, name: "entry") { state in
      state.entry = try await queries.value(of: WordEntryQuery(state.word))
    }
  }

  private func loadNote() -> Effect {
    .run(id: EffectID.note, name: "note") { state in
      let note = try await library.note(on: state.word)
      // A later load has newer data.
      try Task.checkCancellation()
      state.note = note
    }
  }
}
