import LexiconCore
import ScreenStateKit
import ViewFeature

/// Edits the note on a word, and closes when it is saved.
@MainActor
final class NoteEditorView: ScreenView {
  private let store: Store<NoteEditorFeature>
  private let context: ScreenContext

  init(store: Store<NoteEditorFeature>, context: ScreenContext) {
    self.store = store
    self.context = context
  }

  /// Ignores keys once the note is saved, because the text would be lost.
  var isBlocked: Bool { store.state.isLoading || store.state.isSaved }

  func appear() {
    context.work.add(store.send(.load))
  }

  func press(_ key: Key, in size: TerminalSize) {
    guard store.state.alert == nil else { return answer(key) }
    guard key != .escape else { return context.navigate(.back) }
    guard let text = store.state.text else {
      if key == .enter {
        context.work.add(store.send(.load))
      }
      return
    }
    switch key {
    case .enter: leave(after: store.send(.save))
    case .backspace: store.send(.textChanged(String(text.dropLast())))
    case .character(let character): store.send(.textChanged(text + String(character)))
    default: break
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    NoteEditorScreen(store.state).frame(in: size)
  }

  private func answer(_ key: Key) {
    if let sent = store.answer(key, in: \.alert) { leave(after: sent) }
  }

  /// Closes after the sent action if the note is saved.
  private func leave(after sent: SentAction) {
    context.work.add { [weak self] in
      await sent.value
      if let self, store.state.isSaved {
        context.navigate(.back)
      }
    }
  }
}
