import StateEngine

/// Letters from any context to one reader, in the order of their posting.
final class Mailbox<Letter: Sendable>: Sendable {
  private struct State {
    var letters: [Letter] = []
    var hasReader = false
  }

  private let state = Locked(State())

  /// Puts a letter in.
  ///
  /// `true`: nobody is reading, a reader has to be started.
  func post(_ letter: Letter) -> Bool {
    state.withLock { state in
      state.letters.append(letter)
      defer { state.hasReader = true }
      return !state.hasReader
    }
  }

  /// Takes all letters out.
  ///
  /// None: the reader is done, and the next letter needs a new one.
  func takeAll() -> [Letter] {
    state.withLock { state in
      let letters = state.letters
      state.letters = []
      state.hasReader = !letters.isEmpty
      return letters
    }
  }
}
