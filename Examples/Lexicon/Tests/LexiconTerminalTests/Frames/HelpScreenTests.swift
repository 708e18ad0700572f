import Testing

@testable import LexiconTerminal

struct HelpScreenTests {
  private let help = HelpScreen(.selecting + [.init("x", "delete it")])

  @Test func keysAreShownWithWhatTheyDo() {
    let lines = help.frame(in: .standard).lines.map(\.text)
    #expect(lines[0] == "Keys".fitted(to: 80))
    #expect(lines[2] == "  up, down, k, j       select a word")
    #expect(lines[5] == "  x                    delete it")
    #expect(lines[6].hasPrefix("  ?   "))
    #expect(lines[7].hasPrefix("  q   "))
    #expect(lines.last == "? back  q quit")
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    let lines = help.frame(in: size).lines
    #expect(lines.count == size.rows)
    #expect(lines.allSatisfy { $0.text.columns <= size.columns })
  }
}
