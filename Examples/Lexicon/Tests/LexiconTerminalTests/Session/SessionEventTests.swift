import LexiconTerminal
import Testing

struct SessionEventTests {
  @Test func eachKeyHasAName() {
    for (name, key) in Key.names {
      #expect(SessionEvent(line: name) == .key(key))
      #expect(SessionEvent(line: "  \(name)\r") == .key(key))
    }
    #expect(SessionEvent(line: "q") == .key(.character("q")))
  }

  @Test func scriptCanType() {
    #expect(SessionEvent(line: "type wait for q") == .text("wait for q"))
  }

  @Test func scriptCanWait() {
    #expect(SessionEvent(line: "wait") == .wait)
  }

  @Test(arguments: ["", "   ", "# the second page", "  #"])
  func blankLinesAndCommentsAreNothing(line: String) {
    #expect(SessionEvent(line: line) == nil)
  }

  @Test(arguments: ["left", "Down", "quit", "down down", "type", "types x"])
  func anyOtherLineIsUnknown(line: String) {
    #expect(SessionEvent(line: line) == .unknown(line))
  }
}
