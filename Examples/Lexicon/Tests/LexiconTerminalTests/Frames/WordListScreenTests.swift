import LexiconCore
import Testing

@testable import LexiconTerminal

struct WordListScreenTests {
  private let size = TerminalSize(columns: 60, rows: 20)

  private func screen(_ count: Int, of total: Int = 100) -> WordListScreen {
    var screen = WordListScreen()
    screen.snapshot = WordListSnapshot(entries: .sample(count), total: total)
    return screen
  }

  private func lines(_ screen: WordListScreen, in size: TerminalSize? = nil) -> [String] {
    screen.frame(in: size ?? self.size).lines.map(\.text)
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    var withError = screen(30)
    withError.error = String(repeating: "long ", count: 500)
    var more = screen(3)
    more.canShowLoadmore = true
    for screen in [WordListScreen(), screen(0), screen(3), screen(50), withError, more] {
      let lines = lines(screen, in: size)
      #expect(lines.count == size.rows)
      #expect(lines.allSatisfy { $0.count <= size.columns })
    }
  }

  @Test func skeletonIsShownUntilThereAreWords() {
    var screen = WordListScreen()
    screen.isLoading = true
    let lines = lines(screen)
    #expect(lines[0].hasSuffix("Loading…"))
    #expect(lines[2].contains("░░░"))
    #expect(screen.entries.isEmpty)
  }

  @Test func wordsAreListedWithTheirCount() {
    let lines = lines(screen(3))
    #expect(lines[0].hasSuffix("3 of 100 words"))
    #expect(lines[2].hasPrefix("> word0 "))
    #expect(lines[3].hasPrefix("  word1 "))
    #expect(lines[5].isEmpty)
  }

  @Test func selectedWordIsShownWithAllItsMeanings() {
    var screen = screen(3)
    _ = screen.viewport.move(.down, count: 3, height: 5)
    let lines = lines(screen)
    #expect(lines[3].hasPrefix("> word1 "))
    #expect(lines[12].allSatisfy { $0 == "─" })
    #expect(lines[13] == "word1 (noun): a meaning of word1")
    #expect(lines[14] == "    \"an example of word1\"; \"another example\"")
    #expect(lines[15] == "word1 (verb): another meaning of word1")
  }

  @Test func smallTerminalHasNoRoomForMeanings() {
    let lines = lines(screen(30), in: TerminalSize(columns: 60, rows: 17))
    #expect(!lines.contains { $0.contains("(noun)") })
    #expect(lines[15].contains("word13"))
  }

  @Test func rowAfterTheLastWordTellsOfMore() {
    var screen = screen(3)
    #expect(!lines(screen).contains { $0.contains("ore words") || $0.contains("oading") })
    screen.canShowLoadmore = true
    #expect(lines(screen)[5] == "  More words below")
    screen.isLoadingMore = true
    #expect(lines(screen)[5] == "  Loading more…")
  }

  @Test func rowAfterTheLastWordIsReachedAtTheEnd() {
    var screen = screen(30)
    screen.canShowLoadmore = true
    let height = screen.listHeight(in: size)
    #expect(!lines(screen).contains("  More words below"))
    _ = screen.viewport.move(.end, count: 30, height: height)
    #expect(lines(screen)[2 + height - 1] == "  More words below")
    #expect(lines(screen)[2 + height - 2].hasPrefix("> word29 "))
  }

  @Test func errorIsShownInFullAboveTheList() {
    var screen = screen(3)
    screen.error =
      "The service answered 503: http://127.0.0.1:12345/words?offset=20&limit=20&prefix=a"
    let lines = lines(screen)
    #expect(lines[1] == "Error: The service answered 503:")
    #expect(lines[2] == "http://127.0.0.1:12345/words?offset=20&limit=20&prefix=a")
    #expect(lines[4].hasPrefix("> word0 "))
    #expect(lines.last == "r retry  d dismiss  ? help  q quit")
    #expect(screen.frame(in: size).lines[1].style == .error)
  }

  @Test func keysAreShownInTheLastLine() {
    #expect(
      lines(screen(3), in: .standard).last
        == "enter open  / search  s saved  r refresh  ? help  q quit"
    )
  }

  @Test func withoutWordsItSaysSo() {
    #expect(lines(screen(0, of: 0)).contains("  No words. Press r to load again."))
  }
}
