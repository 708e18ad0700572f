package import ViewFeature

/// A question of a state as the terminal asks it: a text, and a letter for each button.
package struct QuestionPrompt: Equatable, Sendable {
  private struct Choice: Equatable, Sendable {
    /// The first of the button's letters that no button before it has.
    let letter: Character
    let name: String
    /// Whether Escape chooses it as well.
    let isCancel: Bool
  }

  private let text: String
  /// One for each button, in their order.
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

  /// The letters with what they do, in a line.
  var keys: String {
    guard !choices.isEmpty else { return "escape close" }
    return choices.map { "\($0.letter)\($0.isCancel ? ", escape" : "") \($0.name)" }
      .joined(separator: "  ")
  }

  /// The button that a key chooses.
  func index(of key: Key) -> Int? {
    choices.firstIndex { key == .character($0.letter) || key == .escape && $0.isCancel }
  }

  /// The question in front of a frame; a long text leaves room for the keys below it.
  func over(_ frame: Frame, in size: TerminalSize) -> Frame {
    frame.covered(by: text.truncated(to: max(1, 2 * size.columns)), in: size)
  }
}
