import LexiconCore
import Testing

@testable import LexiconTerminal

struct ImportScreenTests {
  private func lines(_ progress: ImportProgress?, error: String? = nil) -> [String] {
    var screen = ImportScreen()
    screen.progress = progress
    screen.error = error
    return screen.frame(in: TerminalSize(columns: 44, rows: 12)).lines.map(\.text)
  }

  @Test func barIsAsFullAsTheWordsAreImported() {
    let lines = lines(ImportProgress(done: 1000, total: 4000))
    #expect(lines[0].hasSuffix("Importing the words…"))
    #expect(
      lines[3] == "  " + String(repeating: "█", count: 10) + String(repeating: "░", count: 30)
    )
    #expect(lines[5] == "  1000 of 4000 words imported")
    #expect(lines.last == "? help  q quit")
  }

  @Test func errorIsShownWithTheKeysThatHelp() {
    let lines = lines(ImportProgress(done: 1, total: 4), error: "the disk is full")
    #expect(lines[1] == "Error: the disk is full")
    #expect(lines.contains { $0.contains("1 of 4 words imported") })
    #expect(lines.last == "r retry  s saved words  ? help  q quit")
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    for progress in [nil, ImportProgress(done: 2, total: 3)] {
      var screen = ImportScreen()
      screen.progress = progress
      let lines = screen.frame(in: size).lines
      #expect(lines.count == size.rows)
      #expect(lines.allSatisfy { $0.text.columns <= size.columns })
    }
  }
}
