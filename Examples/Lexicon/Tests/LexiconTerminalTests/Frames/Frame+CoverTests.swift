import Testing

@testable import LexiconTerminal

struct FrameCoverTests {
  private let size = TerminalSize(columns: 20, rows: 7)
  private let frame = Frame((0..<7).map { Frame.Line("line \($0)") })

  @Test func boxStandsInTheMiddleOfWhatIsBehindIt() {
    let covered = frame.covered(by: "Saving…", in: size)
    #expect(
      covered.lines.map(\.text) == [
        "line 0", "line 1", "    ┌─────────┐", "    │ Saving… │", "    └─────────┘", "line 5",
        "line 6",
      ]
    )
    #expect(covered.lines[0].style == .faint)
    #expect(covered.lines[3].style == .title)
  }

  @Test func longTextIsWrapped() {
    let covered = frame.covered(by: "Delete this word?", in: size)
    #expect(covered.lines.count == 7)
    #expect(covered.lines.allSatisfy { $0.text.count <= 20 })
    #expect(covered.plainText.contains("│ Delete this │"))
    #expect(covered.plainText.contains("│ word?       │"))
  }

  @Test func frameKeepsItsHeight() {
    let small = Frame([Frame.Line("one"), Frame.Line("two")])
    #expect(small.covered(by: "Saving…", in: size).lines.count == 2)
  }
}
