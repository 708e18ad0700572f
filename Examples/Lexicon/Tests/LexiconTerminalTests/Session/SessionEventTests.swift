import LexiconTerminal
import Testing

struct SessionEventTests {
  @Test(arguments: Key.allCases)
  func eachKeyHasAName(key: Key) {
    #expect(SessionEvent(line: key.rawValue) == .key(key))
    #expect(SessionEvent(line: "  \(key.rawValue)\r") == .key(key))
  }

  @Test func scriptCanWait() {
    #expect(SessionEvent(line: "wait") == .wait)
  }

  @Test(arguments: ["", "   ", "# the second page", "  #"])
  func blankLinesAndCommentsAreNothing(line: String) {
    #expect(SessionEvent(line: line) == nil)
  }

  @Test(arguments: ["left", "Down", "quit", "down down"])
  func anyOtherLineIsUnknown(line: String) {
    #expect(SessionEvent(line: line) == .unknown(line))
  }
}
