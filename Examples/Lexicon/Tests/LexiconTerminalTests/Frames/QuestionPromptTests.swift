import Testing
import ViewFeature

@testable import LexiconTerminal

struct QuestionPromptTests {
  private func prompt(_ buttons: AlertButton<Int>...) -> QuestionPrompt {
    QuestionPrompt(AlertPrompt("Save?", message: "It was changed.", buttons: buttons))
  }

  @Test func eachButtonHasALetterOfItsOwn() {
    let prompt = prompt(
      AlertButton("Save", action: 1),
      AlertButton("Save as", action: 2),
      AlertButton("Go on", role: .cancel),
      AlertButton("Go", action: 3),
      AlertButton("Go", action: 4)
    )
    #expect(prompt.keys == "s save  a save as  g, escape go on  o go  1 go")
    #expect(prompt.index(of: .character("a")) == 1)
    #expect(prompt.index(of: .character("1")) == 4)
    #expect(prompt.index(of: .escape) == 2)
    #expect(prompt.index(of: .character("x")) == nil)
  }

  @Test func questionWithoutButtonsIsClosed() {
    #expect(prompt().keys == "escape close")
    #expect(prompt().index(of: .escape) == nil)
  }

  @Test func escapeAnswersNoQuestionThatCannotBeLeft() {
    #expect(prompt(AlertButton("Save", action: 1)).index(of: .escape) == nil)
  }

  @Test func textStandsInFrontOfTheScreen() {
    let frame = Frame((0..<7).map { Frame.Line("line \($0)") })
    let asking = prompt().over(frame, in: TerminalSize(columns: 40, rows: 7))
    #expect(asking.plainText.contains("│ Save? It was changed. │"))
  }
}
