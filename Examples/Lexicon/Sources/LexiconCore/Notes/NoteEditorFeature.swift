package import ScreenStateKit
package import ViewFeature

/// Writes the note on one word.
package struct NoteEditorFeature: Feature {
  /// It is loading, for the screen, while the note is read or saved: nothing else is to be done then.
  @Observable @MainActor
  package final class State: ScreenState {
    package let word: String
    /// Nothing until it is known whether there is a note already, so that none is written over unseen.
    package fileprivate(set) var text: String?
    package fileprivate(set) var isSaved = false

    package init(word: String) {
      self.word = word
      super.init()
    }
  }

  package enum Action: ActionLockable, LoadingTrackable, Hashable {
    case load
    case textChanged(String)
    case save

    package var canTrackLoading: Bool { self == .load || self == .save }
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
        return .run { state in state.text = try await library.note(on: state.word)?.text ?? "" }
      case .textChanged(let text):
        guard !state.isLoading else { return .none }
        state.text = text
        return .none
      case .save:
        guard let text = state.text else { return .none }
        state.displayError = nil
        return .run { state in
          try await library.save(Note(word: state.word, text: text))
          state.isSaved = true
        }
      }
    }
  }
}
