import Testing
import ViewFeature

@testable import LexiconCore
@testable import LexiconTerminal

@MainActor
struct SavedWordsScreenTests {
  private let size = TerminalSize(columns: 60, rows: 12)

  private func screen(_ count: Int) -> SavedWordsScreen {
    var screen = SavedWordsScreen()
    screen.notes = (0..<count).map { Note(word: "word\($0)", text: "my note \($0)") }
    return screen
  }

  private var deletion: QuestionPrompt {
    QuestionPrompt(SavedWordsFeature.deletion(of: Note(word: "word0", text: "")))
  }

  private func lines(_ screen: SavedWordsScreen, in size: TerminalSize? = nil) -> [String] {
    screen.frame(in: size ?? self.size).lines.map(\.text)
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    var asking = screen(50)
    asking.question = deletion
    var deleting = screen(50)
    deleting.isDeleting = true
    for screen in [SavedWordsScreen(), screen(0), screen(50), asking, deleting] {
      let lines = lines(screen, in: size)
      #expect(lines.count == size.rows)
      #expect(lines.allSatisfy { $0.count <= size.columns })
    }
  }

  @Test func itIsLoadingUntilTheNotesAreRead() {
    #expect(lines(SavedWordsScreen())[0].hasSuffix("Loading…"))
    var failed = SavedWordsScreen()
    failed.error = "locked"
    #expect(lines(failed)[0] == "Saved words".fitted(to: 60))
    #expect(lines(failed)[1] == "Error: locked")
    #expect(lines(failed).last == "r read again  escape back  ? help  q quit")
  }

  @Test func notesAreListedWithTheirWords() {
    var screen = screen(3)
    _ = screen.viewport.move(.down, count: 3, height: 9)
    let lines = lines(screen)
    #expect(lines[0].hasSuffix(" 3 words"))
    #expect(lines[2] == "  word0            my note 0".fitted(to: 60))
    #expect(lines[3] == "> word1            my note 1".fitted(to: 60))
    #expect(screen.selected?.word == "word1")
    #expect(lines.last == "enter open  n note  x delete  r read again  escape back  ? …")
  }

  @Test func oneWordIsOne() {
    #expect(lines(screen(1))[0].hasSuffix(" 1 word"))
  }

  @Test func withoutSavedWordsItSaysHowToSaveOne() {
    #expect(lines(screen(0))[2] == "  No saved words yet. Press n on a word's page to save it.")
    #expect(screen(0).selected == nil)
  }

  @Test func deletionIsAskedForAndThenCoversTheScreen() {
    var screen = screen(3)
    screen.question = deletion
    #expect(
      lines(screen).contains { $0.contains("Delete “word0”? The word and your note on it will") }
    )
    #expect(lines(screen).last == "d delete  k, escape keep")
    screen.question = nil
    screen.isDeleting = true
    #expect(lines(screen).contains { $0.contains("│ Deleting… │") })
    #expect(screen.frame(in: size).lines[2].style == .faint)
  }
}
