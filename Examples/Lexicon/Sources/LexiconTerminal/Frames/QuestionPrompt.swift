package import ViewFeature

/// An alert or dialog as the terminal shows it: a text, and a letter for each button.
package struct QuestionPrompt: Equatable, Sendable {
  private struct Choice: Equatable, Sendable {
    /// The first letter of the button that no earlier button uses.
    let letter: Character
    let name: String
    /// Whether Escape also chooses it.
    let isCancel: Bool
  }

  private let text: String
  /// One choice for each button, in order.
  private let choices: [Choice]

  package init(_ question: some Question) {
    text = ([question.title] + [question.message].compactMap(\.self)).joined(separator: " ")
    choices = question.buttons.reduce(into: []) { choices, button in
      let name = button.label.lowercased()
      let taken = choices.map(\.letter) + [" "]
      choices.append(
        Choice(
          letter: (name + "123456789").first { !taken.contains($0) } ?? "0",
          name: name,
          isCancel: button.role == .cancel
        )
      )
    }
  }

  /// The letters and their buttons, in one line.
  var keys: String {
    guard !choices.isEmpty else { return "escape close" }
    return choices.map { "\($0.letter)\($0.isCancel ? ", escape" : "") \($0.name)" }
      .joined(separator: "  ")
  }

  /// Returns the index of the button that a key chooses.
  func index(of key: Key) -> Int? {
    choices.firstIndex { key == .character($0.letter) || key == .escape && $0.isCancel }
  }

  /// Returns the alert in front of a frame; a long text is truncated so that the keys below it stay visible.
  func over(_ frame: Frame, in size: TerminalSize) -> Frame {
    frame.covered(by: text.truncated(to: max(1, 2 * size.columns)), in: size)
  }
}
