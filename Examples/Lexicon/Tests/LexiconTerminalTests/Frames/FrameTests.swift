import LexiconCore
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

  @Test func charactersThatControlTheTerminalAreShownAsPictures() {
    #expect(Frame.Line("a\u{1B}[2J\n\t\u{7F}\u{9B}é家").text == "a␛[2J␊␉␡\u{FFFD}é家")
  }

  @Test func matchesKeepTheirPlacesBesideSuchPictures() {
    let line = Frame.Line(MatchedText("a\r\nhouse\u{1B}", finding: "house"))
    #expect(line.content.parts == [.init("a␍␊"), .init("house", isMatch: true), .init("␛")])
    #expect(line.text == "a␍␊house␛")
  }
}
