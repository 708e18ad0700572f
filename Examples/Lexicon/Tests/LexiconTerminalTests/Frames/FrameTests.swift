import LexiconTerminal
import Testing

struct FrameTests {
  private let frame = Frame([
    Frame.Line("Title  ", .title), Frame.Line(""), Frame.Line("> word", .selected),
    Frame.Line("plain"),
  ])

  @Test func plainTextHasNoColoursAndNoTrailingSpaces() {
    #expect(frame.plainText == "Title\n\n> word\nplain")
  }

  @Test func escapeSequencesStartAtTheTopAndClearWhatWasThere() {
    #expect(
      frame.escapeSequences == """
        \u{1B}[H\u{1B}[1mTitle  \u{1B}[0m\u{1B}[K\r
        \u{1B}[K\r
        \u{1B}[7m> word\u{1B}[0m\u{1B}[K\r
        plain\u{1B}[K\u{1B}[J
        """
    )
  }
}
