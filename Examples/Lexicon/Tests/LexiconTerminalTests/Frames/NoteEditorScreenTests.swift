import Testing

@testable import LexiconCore
@testable import LexiconTerminal

@MainActor
struct NoteEditorScreenTests {
  private let size = TerminalSize(columns: 60, rows: 12)

  private func screen(_ text: String?) -> NoteEditorScreen {
    var screen = NoteEditorScreen(word: "word0")
    screen.text = text
    return screen
  }

  private func lines(_ screen: NoteEditorScreen, in size: TerminalSize? = nil) -> [String] {
    screen.frame(in: size ?? self.size).lines.map(\.text)
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest, .init(columns: 200, rows: 60)])
  func frameFillsTheTerminalAndNoMore(size: TerminalSize) {
    for text in [nil, "", "short", String(repeating: "long ", count: 2000)] {
      for isBusy in [true, false] {
        var screen = screen(text)
        screen.isBusy = isBusy
        let lines = lines(screen, in: size)
        #expect(lines.count == size.rows)
        #expect(lines.allSatisfy { $0.count <= size.columns })
      }
    }
  }

  @Test func textIsShownWithThePlaceWhereItIsWritten() {
    let lines = lines(screen("my  word "))
    #expect(lines[0].hasPrefix("Note on word0 "))
    #expect(lines[2] == "my  word █")
    #expect(lines.last == "type your note  enter save  escape back without saving")
  }

  @Test(arguments: [TerminalSize.standard, ScreenLayout.smallest])
  func longNoteOfAnotherProgramHidesNoKeys(size: TerminalSize) {
    var screen = screen("mine")
    let conflict = NoteConflict(
      word: "word0",
      current: Note(word: "word0", text: String(repeating: "long ", count: 2000))
    )
    screen.question = QuestionPrompt(NoteEditorFeature.question(about: conflict))
    let lines = lines(screen, in: size)
    #expect(lines.count == size.rows)
    #expect(lines.allSatisfy { $0.count <= size.columns })
    #expect(lines.contains { $0.contains("Another program") })
    #expect(lines.last?.hasPrefix("s save mine  t take the other") == true)
  }

  @Test func endOfALongTextIsSeen() {
    let lines = lines(screen(String(repeating: "x", count: 1000) + "end"))
    #expect(lines.contains { $0.hasSuffix("end█") })
  }

  @Test func savingCoversTheScreen() {
    var screen = screen("my word")
    screen.isBusy = true
    let frame = screen.frame(in: size)
    #expect(frame.plainText.contains("│ Saving… │"))
    #expect(frame.lines[2] == Frame.Line("my word█", .faint))
  }

  @Test func readingTheNoteThatIsThereCoversTheScreenToo() {
    var screen = screen(nil)
    screen.isBusy = true
    #expect(screen.frame(in: size).plainText.contains("│ Loading… │"))
  }

  @Test func noteThatCouldNotBeSavedStaysWithTheError() {
    var screen = screen("my word")
    screen.error = "the disk is full"
    #expect(lines(screen)[1] == "Error: the disk is full")
    #expect(lines(screen)[3] == "my word█")
  }

  @Test func noteThatCouldNotBeReadCanBeReadAgain() {
    var screen = screen(nil)
    screen.error = "locked"
    #expect(lines(screen).last == "enter retry  escape back")
    #expect(!lines(screen).contains { $0.contains("█") })
  }
}
