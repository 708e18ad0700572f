import LexiconCore
import ScreenStateKit
import Testing

@testable import LexiconTerminal

struct SearchScreenTests {
  private let size = TerminalSize(columns: 60, rows: 12)

  private func found(_ count: Int, by query: String = "word") -> [SearchMatch] {
    [WordEntry].sample(count).map { SearchMatch($0, query: query) }
  }

  private func screen(_ matches: Loadable<[SearchMatch]>, total: Int = 0) -> SearchScreen {
    var screen = SearchScreen()
    screen.query = "word"
    screen.matches = matches
    screen.total = total
    return screen
  }

  private func lines(_ screen: SearchScreen, in size: TerminalSize? = nil) -> [String] {
    screen.frame(in: size ?? self.size).lines.map(\.text)
  }

  private func failed(previous: [SearchMatch]? = nil) -> Loadable<[SearchMatch]> {
    .failed(DisplayableError(message: "broken"), previous: previous, retry: nil)
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    for matches in [
      .idle, .loading(previous: nil), .loading(previous: found(50)), .loaded(found(50)),
      .empty, failed(),
    ] as [Loadable<[SearchMatch]>] {
      var screen = screen(matches, total: 50)
      for query in ["", "word", String(repeating: "long", count: 100)] {
        screen.query = query
        let lines = lines(screen, in: size)
        #expect(lines.count == size.rows)
        #expect(lines.allSatisfy { $0.count <= size.columns })
      }
    }
  }

  @Test func withoutAQueryItSaysWhatToType() {
    var screen = screen(.idle)
    screen.query = ""
    #expect(lines(screen)[2] == "Word: █")
    #expect(lines(screen)[4] == "  A word, a part of one, or something in its meaning")
    #expect(lines(screen)[0] == "Search".fitted(to: 60))
  }

  @Test func endOfALongQueryIsSeen() {
    var screen = screen(.idle)
    screen.query = String(repeating: "x", count: 100) + "end"
    #expect(lines(screen)[2].hasPrefix("Word: xxx"))
    #expect(lines(screen)[2].hasSuffix("xend█"))
    #expect(lines(screen)[2].count == 60)
  }

  @Test func searchingIsToldAndKeepsTheWordsFromBeforeUnselected() {
    let screen = screen(.loading(previous: found(2)))
    let frame = screen.frame(in: size)
    #expect(frame.lines[0].text.hasSuffix("Searching…"))
    #expect(frame.lines[2].text == "Word: word█")
    #expect(frame.lines[4].text.hasPrefix("  word0 "))
    #expect(frame.lines[4].style == .faint)
    #expect(screen.selected == nil)
  }

  @Test func wordsAreListedWithTheirNumber() {
    var screen = screen(.loaded(found(3)), total: 3)
    _ = screen.viewport.move(.down, count: 3, height: 7)
    #expect(lines(screen)[0].hasSuffix(" 3"))
    #expect(lines(screen)[4].hasPrefix("  word0 "))
    #expect(lines(screen)[5].hasPrefix("> word1 "))
    #expect(screen.selected?.entry.word == "word1")
    screen.total = 70
    #expect(lines(screen)[0].hasSuffix(" 3 of 70"))
  }

  @Test func matchesStandOutInTheWordAndItsMeaning() {
    let rows = screen(.loaded(found(2, by: "Ord1")), total: 2).frame(in: size).lines[4...5]
    #expect(rows.map(\.style) == [.selected, .plain])
    #expect(rows.first?.matches == [])
    #expect(rows.last?.matches == ["ord1", "ord1"])
    let before = screen(.loading(previous: found(1))).frame(in: size).lines[4]
    #expect(before.style == .faint)
    #expect(before.matches == ["word", "word"])
  }

  @Test func listScrollsWithTheSelection() {
    var screen = screen(.loaded(found(30)), total: 30)
    let height = screen.listHeight(in: size)
    #expect(height == 7)
    _ = screen.viewport.move(.end, count: 30, height: height)
    #expect(lines(screen)[10].hasPrefix("> word29 "))
  }

  @Test func noResultIsTold() {
    #expect(lines(screen(.empty))[4] == "  No word has 'word'")
  }

  @Test func failureIsShownWithTheWayToRetry() {
    let screen = screen(failed(previous: found(3)))
    #expect(lines(screen)[1] == "Error: broken")
    #expect(lines(screen).last == "enter retry  escape back")
    #expect(!lines(screen).contains { $0.contains("word0") })
    #expect(screen.selected == nil)
  }
}

extension Frame.Line {
  fileprivate var matches: [String] { content.parts.filter(\.isMatch).map(\.text) }
}
