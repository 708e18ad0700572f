import Testing

@testable import LexiconTerminal

struct ScreenLayoutTests {
  private let size = TerminalSize(columns: 60, rows: 12)

  private func layout(error: String? = nil) -> ScreenLayout {
    ScreenLayout(title: "Title", status: "3 words", error: error, footer: "q quit")
  }

  private func lines(
    _ layout: ScreenLayout,
    _ body: [String] = [],
    in size: TerminalSize? = nil
  ) -> [String] {
    layout.frame(in: size ?? self.size, body: body.map { Frame.Line($0) }).lines.map(\.text)
  }

  @Test func bodyStandsBetweenTitleAndKeys() {
    let lines = lines(layout(), ["one", "two"])
    #expect(lines.count == 12)
    #expect(lines[0] == "Title" + String(repeating: " ", count: 48) + "3 words")
    #expect(lines[1].allSatisfy { $0 == "─" })
    #expect(lines[2...4] == ["one", "two", ""])
    #expect(lines[11] == "q quit")
  }

  @Test func bodyIsCutWhereTheKeysBegin() {
    let lines = lines(layout(), (0..<50).map { "\($0)" })
    #expect(lines.count == 12)
    #expect(lines[10] == "8")
    #expect(layout().bodyHeight(in: size) == 9)
  }

  @Test func errorTakesUpToHalfOfTheScreen() {
    let short = layout(error: "broken: http://127.0.0.1:1234/words")
    #expect(lines(short)[1] == "Error: broken: http://127.0.0.1:1234/words")
    #expect(short.bodyHeight(in: size) == 8)
    #expect(short.frame(in: size, body: []).lines[1].style == .error)
    let long = layout(error: String(repeating: "long ", count: 500))
    #expect(lines(long).count == 12)
    #expect(long.bodyHeight(in: size) == 3)
  }

  @Test func longTitleLeavesTheStatus() {
    var layout = layout()
    layout.title = String(repeating: "long", count: 40)
    #expect(lines(layout)[0].hasSuffix("…3 words"))
    #expect(lines(layout)[0].count == 60)
  }

  @Test(arguments: [
    TerminalSize(columns: 39, rows: 24), TerminalSize(columns: 80, rows: 9),
    TerminalSize(columns: 1, rows: 1), TerminalSize(columns: 5, rows: 3),
  ])
  func tooSmallTerminalIsTold(size: TerminalSize) {
    let lines = lines(layout(), in: size)
    #expect(lines.count <= size.rows)
    #expect(lines.allSatisfy { $0.count <= size.columns })
    #expect(lines.joined(separator: " ").hasPrefix(size.columns > 8 ? "Terminal too small" : "T"))
  }

  @Test func tooSmallTerminalIsToldWhatItNeeds() {
    let lines = lines(layout(), in: TerminalSize(columns: 60, rows: 5))
    #expect(lines == ["Terminal too small: 60x5, Lexicon needs 40x10"])
  }
}
