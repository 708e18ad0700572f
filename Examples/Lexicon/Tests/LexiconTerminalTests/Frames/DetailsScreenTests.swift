import LexiconCore
import Testing

@testable import LexiconTerminal

struct DetailsScreenTests {
  private let size = TerminalSize(columns: 60, rows: 12)

  private func screen(_ text: String? = nil) -> DetailsScreen {
    var screen = DetailsScreen(word: "word0")
    screen.entry = [WordEntry].sample(1).first
    screen.note = text.map { Note(word: "word0", text: $0) }
    return screen
  }

  private func lines(_ screen: DetailsScreen, in size: TerminalSize? = nil) -> [String] {
    screen.frame(in: size ?? self.size).lines.map(\.text)
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    let long = screen(String(repeating: "long ", count: 900))
    for screen in [DetailsScreen(word: "word0"), screen(), long] {
      let lines = lines(screen, in: size)
      #expect(lines.count == size.rows)
      #expect(lines.allSatisfy { $0.count <= size.columns })
    }
  }

  @Test func wordIsNamedWhileItLoads() {
    var screen = DetailsScreen(word: "word0")
    screen.isLoading = true
    #expect(lines(screen)[0].hasPrefix("word0 "))
    #expect(lines(screen)[0].hasSuffix("Loading…"))
  }

  @Test func meaningsAreShownWithTheirExamples() {
    let lines = lines(screen())
    #expect(lines[0] == "word0".fitted(to: 60))
    #expect(lines[2] == "1. (noun) a meaning of word0")
    #expect(lines[3] == "      \"an example of word0\"")
    #expect(lines[4] == "      \"another example\"")
    #expect(lines[5] == "2. (verb) another meaning of word0")
    #expect(lines.last == "n save with a note  up/down scroll  escape back  ? help  q …")
  }

  @Test func noteStandsAboveTheMeanings() {
    let lines = lines(screen("my word"))
    #expect(lines[0].hasSuffix(" saved"))
    #expect(lines[2...4] == ["Note:", "      my word", ""])
    #expect(lines[5] == "1. (noun) a meaning of word0")
    #expect(lines.last?.hasPrefix("n change the note") == true)
  }

  @Test func savedWordWithoutATextIsSavedAllTheSame() {
    let lines = lines(screen(""))
    #expect(lines[0].hasSuffix(" saved"))
    #expect(lines[2] == "1. (noun) a meaning of word0")
  }

  @Test func errorIsShownAboveWhatThereIs() {
    var screen = screen()
    screen.error = "locked"
    #expect(lines(screen)[1] == "Error: locked")
    #expect(lines(screen)[3] == "1. (noun) a meaning of word0")
    #expect(lines(screen).last == "r retry  escape back  ? help")
  }

  @Test func longPageIsScrolledToItsEndAndNotFurther() {
    var screen = screen((0..<40).map { "note\($0)xxx" }.joined(separator: " "))
    let last = screen.lastTop(in: size)
    #expect(last > 0)
    screen.top = 1
    #expect(lines(screen)[2].hasPrefix("      note0xxx"))
    screen.top = last
    #expect(lines(screen)[10] == "2. (verb) another meaning of word0")
    screen.top = last + 5
    #expect(lines(screen)[10] == "2. (verb) another meaning of word0")
    #expect(DetailsScreen(word: "x").lastTop(in: size) == 0)
  }
}
