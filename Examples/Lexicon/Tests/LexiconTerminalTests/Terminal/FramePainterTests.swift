import LexiconCore
import LexiconTerminal
import Testing

struct FramePainterTests {
  private let first = Frame([
    Frame.Line("Title", .title), Frame.Line("> word", .selected), Frame.Line("plain"),
  ])
  private let second = Frame([
    Frame.Line("Title", .title), Frame.Line("> next", .selected), Frame.Line("plain"),
  ])
  private let whole =
    "\u{1B}[?2026h\u{1B}[H\u{1B}[J"
    + "\u{1B}[1;1H\u{1B}[K\u{1B}[1mTitle\u{1B}[0m"
    + "\u{1B}[2;1H\u{1B}[K\u{1B}[7m> word\u{1B}[0m"
    + "\u{1B}[3;1H\u{1B}[Kplain\u{1B}[?2026l"

  @Test func frameOverNothingThatIsKnownIsPaintedWhole() {
    #expect(FramePainter(usesColor: true).paint(first, over: nil) == whole)
  }

  @Test func onlyLinesThatChangedArePainted() {
    let painter = FramePainter(usesColor: true)
    #expect(
      painter.paint(second, over: first)
        == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K\u{1B}[7m> next\u{1B}[0m\u{1B}[?2026l"
    )
    #expect(painter.paint(second, over: second) == "")
  }

  @Test func frameOfAnotherHeightIsPaintedWhole() {
    let longer = Frame(first.lines + [Frame.Line("more")])
    #expect(FramePainter(usesColor: true).paint(first, over: longer) == whole)
  }

  @Test(arguments: [true, false])
  func matchIsUnderlinedInTheStyleOfItsLineWithOrWithoutColour(usesColor: Bool) {
    let text = MatchedText("> a house", finding: "hous")
    for (style, start, match) in [
      (.plain, "", "\u{1B}[4m"), (.faint, "\u{1B}[2m", "\u{1B}[2;4m"),
      (.selected, "\u{1B}[7m", "\u{1B}[7;4m"),
    ] as [(Frame.Style, String, String)] {
      let end = start.isEmpty ? "" : "\u{1B}[0m"
      let painted = FramePainter(usesColor: usesColor).paint(
        Frame([Frame.Line(text, style)]),
        over: nil
      )
      #expect(
        painted.hasSuffix(
          "\u{1B}[K\(start)> a \(end)\(match)hous\u{1B}[0m\(start)e\(end)\u{1B}[?2026l"
        )
      )
    }
  }

  @Test func lineWhoseMatchesChangedIsPainted() {
    let before = Frame([Frame.Line("house")])
    let after = Frame([Frame.Line(MatchedText("house", finding: "house"))])
    let painted = FramePainter(usesColor: true).paint(after, over: before)
    #expect(painted.contains("\u{1B}[4mhouse\u{1B}[0m"))
  }

  @Test func withoutColourAnErrorIsBold() {
    let frame = Frame([Frame.Line("Error", .error)])
    let coloured = FramePainter(usesColor: true).paint(frame, over: nil)
    let plain = FramePainter(usesColor: false).paint(frame, over: nil)
    #expect(coloured.contains("\u{1B}[31mError\u{1B}[0m"))
    #expect(plain.contains("\u{1B}[1mError\u{1B}[0m"))
  }
}
