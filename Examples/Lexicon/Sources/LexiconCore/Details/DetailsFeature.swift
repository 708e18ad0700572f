package import ScreenStateKit
package import ViewFeature

/// Shows one word, and the note on it.
package struct DetailsFeature: Feature {
  @Observable @MainActor
  package final class State: ScreenState {
    package let word: String
    package fileprivate(set) var entry: WordEntry?
    package fileprivate(set) var note: Note?

    package init(word: String) {
      self.word = word
      super.init()
    }
  }

  package enum Action: LoadingTrackable, Hashable {
    /// Loads the word, unless it is there, and the note, which may have changed.
    case load

    package var canTrackLoading: Bool { true }
  }

  private enum EffectID {
    case entry
    case note
  }

  private let provider: any WordProvider
  private let library: any NoteLibrary

  package init(provider: any WordProvider, library: any NoteLibrary) {
    self.provider = provider
    self.library = library
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        state.displayError = nil
        return .merge(state.entry == nil ? loadEntry() : .none, loadNote())
      }
    }
  }

  private func loadEntry() -> Effect {
    .run(id: EffectID.entry) { state in state.entry = try await provider.entry(of: state.word) }
  }

  private func loadNote() -> Effect {
    .run(id: EffectID.note) { state in
      let note = try await library.note(on: state.word)
      // What a later load has read is newer.
      try Task.checkCancellation()
      state.note = note
    }
  }
}
