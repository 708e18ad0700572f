import LexiconTerminal
import Testing

struct TerminalSizeTests {
  @Test func columnsAndRowsAreRead() {
    #expect(TerminalSize("132x50") == TerminalSize(columns: 132, rows: 50))
    #expect(TerminalSize("80x24") == .standard)
  }

  @Test(arguments: ["", "80", "80x", "x24", "0x24", "80x-1", "80x24x2", "80 x 24", "wide"])
  func anythingElseIsNoSize(text: String) {
    #expect(TerminalSize(text) == nil)
  }

  @Test func itIsWrittenAsItIsRead() {
    #expect("\(TerminalSize.standard)" == "80x24")
  }
}
