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
      ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace), ("\u{08}", .backspace),
      ("k", .character("k")), (" ", .character(" ")), ("~", .character("~")),
      ("ä", .character("ä")), ("家", .character("家")), ("🏠", .character("🏠")),
    ] as [(String, Key)]
  )
  func bytesOfAKeyAreThatKey(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test func keysInOneReadAreToldApart() {
    #expect(keys("\u{1B}[B\u{1B}[Bq") == [.down, .down, .character("q")])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test func escapeFollowedByAKeyIsBoth() {
    #expect(keys("\u{1B}r") == [.escape, .character("r")])
    #expect(keys("\u{1B}ä") == [.escape, .character("ä")])
  }

  @Test(arguments: ["\u{01}", "\t", "\u{1B}[1;5C", "\u{1B}[C", "\u{1B}[15~"])
  func whatIsNoKeyOfTheAppIsSwallowedWhole(bytes: String) {
    #expect(keys(bytes) == [])
    #expect(keys(bytes + "q") == [.character("q")])
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

  @Test func itWaitsForTheRestOfACharacter() {
    var parser = KeyParser()
    for byte in "家".utf8.dropLast() {
      #expect(parser.feed(byte) == [])
      #expect(parser.isWaiting)
    }
    #expect(parser.feed(0xB6) == [.character("家")])
    #expect(!parser.isWaiting)
  }

  @Test func bytesThatAreNoCharacterAreDropped() {
    for bytes in [[0xC3], [0xC3, 0xC3, 0xA4], [0xA4], [0xE0, 0x80, 0x80], [0xFF]] as [[UInt8]] {
      var parser = KeyParser()
      let keys = (bytes + [UInt8(ascii: "q")]).flatMap { parser.feed($0) }
      #expect(keys.last == .character("q"), "\(bytes)")
      #expect(keys.count == (bytes.count == 3 && bytes[0] == 0xC3 ? 2 : 1), "\(bytes)")
    }
  }

  @Test func sequenceThatBreaksOffIsNoKey() {
    #expect(keys("\u{1B}[") == [])
    #expect(keys("\u{1B}[5") == [])
  }
}
