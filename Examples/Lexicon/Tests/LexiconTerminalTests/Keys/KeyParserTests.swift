import LexiconTerminal
import Testing

struct KeyParserTests {
  private func keys(_ text: String) -> [Key] {
    var parser = KeyParser()
    return text.utf8.flatMap { parser.feed($0) } + parser.flush()
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}OA", .up), ("\u{1B}OB", .down),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}[1~", .home),
      ("\u{1B}OH", .home), ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{1B}", .escape),
      ("k", .up), ("j", .down), (" ", .pageDown), ("r", .refresh), ("d", .dismiss), ("?", .help),
      ("q", .quit),
    ] as [(String, Key)]
  )
  func bytesOfAKeyAreThatKey(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test func keysInOneReadAreToldApart() {
    #expect(keys("\u{1B}[B\u{1B}[Bq") == [.down, .down, .quit])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test func escapeFollowedByAKeyIsBoth() {
    #expect(keys("\u{1B}r") == [.escape, .refresh])
  }

  @Test(arguments: ["x", "\r", "\u{1B}[1;5C", "\u{1B}[C", "\u{1B}[15~", "ä", "\u{7F}"])
  func whatIsNoKeyOfTheScreenIsSwallowedWhole(bytes: String) {
    #expect(keys(bytes) == [])
    #expect(keys(bytes + "q") == [.quit])
  }

  @Test func itWaitsAfterAnEscapeUntilTheRestCame() {
    var parser = KeyParser()
    #expect(!parser.isWaiting)
    var fed = parser.feed(0x1B)
    #expect(fed == [])
    #expect(parser.isWaiting)
    fed = parser.feed(UInt8(ascii: "["))
    #expect(parser.isWaiting)
    fed += parser.feed(UInt8(ascii: "A"))
    #expect(fed == [.up])
    #expect(!parser.isWaiting)
  }

  @Test func sequenceThatBreaksOffIsNoKey() {
    #expect(keys("\u{1B}[") == [])
    #expect(keys("\u{1B}[5") == [])
  }
}
