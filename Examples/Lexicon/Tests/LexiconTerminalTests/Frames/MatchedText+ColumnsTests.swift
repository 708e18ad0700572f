import LexiconCore
import Testing

@testable import LexiconTerminal

struct MatchedTextColumnsTests {
  private let text = MatchedText("a house, 家 house", finding: "house")

  /// Returns the parts of a text, with matches in brackets.
  private func parts(_ text: MatchedText) -> [String] {
    text.parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }
  }

  @Test(
    arguments: [
      (0, []), (1, ["…"]), (2, ["a…"]), (3, ["a …"]), (4, ["a ", "[h]", "…"]),
      (8, ["a ", "[house]", "…"]), (10, ["a ", "[house]", ", …"]), (11, ["a ", "[house]", ", …"]),
      (12, ["a ", "[house]", ", 家…"]), (16, ["a ", "[house]", ", 家 ", "[hou]", "…"]),
      (17, ["a ", "[house]", ", 家 ", "[house]"]), (80, ["a ", "[house]", ", 家 ", "[house]"]),
    ]
  )
  func whatDoesNotFitIsCut(columns: Int, expected: [String]) {
    #expect(parts(text.truncated(to: columns)) == expected)
  }

  @Test func textIsCutAndFilledUpAsOneWithoutMatchesIs() {
    for columns in 0...30 {
      #expect(text.truncated(to: columns).text == text.text.truncated(to: columns))
      #expect(text.fitted(to: columns).text == text.text.fitted(to: columns))
    }
    #expect(parts(text.fitted(to: 19)).last == "  ")
  }

  @Test func textsAreJoined() {
    #expect(parts(MatchedText("> ") + text + MatchedText("!")).first == "> a ")
    #expect((MatchedText("> ") + text).columns == 19)
  }
}
