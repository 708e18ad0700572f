import LexiconTerminal
import Testing

struct KeyTests {
  @Test func keysHaveNames() {
    #expect(Key(name: "pageup") == .pageUp)
    #expect(Key(name: "enter") == .enter)
    #expect(Key(name: "space") == .character(" "))
    for (name, key) in Key.names {
      #expect(Key(name: name) == key)
    }
  }

  @Test(arguments: ["r", "?", "/", "ä", "家"])
  func characterIsItsOwnName(name: String) {
    #expect(Key(name: name) == name.first.map { .character($0) })
  }

  @Test(arguments: ["", "left", "Up", "hello"])
  func anyOtherNameIsNoKey(name: String) {
    #expect(Key(name: name) == nil)
  }
}
