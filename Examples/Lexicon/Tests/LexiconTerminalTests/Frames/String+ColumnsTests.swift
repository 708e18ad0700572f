import Testing

@testable import LexiconTerminal

struct StringColumnsTests {
  @Test func textIsFilledOrCut() {
    #expect("word".fitted(to: 6) == "word  ")
    #expect("word".fitted(to: 4) == "word")
    #expect("words".fitted(to: 4) == "wor…")
    #expect("word".truncated(to: 1) == "…")
    #expect("word".truncated(to: 0) == "")
  }

  @Test func textIsWrappedAtSpaces() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("one two three".wrapped(to: 13) == ["one two three"])
    #expect("".wrapped(to: 5) == [])
  }

  @Test func longWordsAreBroken() {
    #expect("a abcdefgh b".wrapped(to: 3) == ["a", "abc", "def", "gh", "b"])
    #expect("abcdef".wrapped(to: 3) == ["abc", "def"])
  }

  @Test func textIsCutIntoLinesWithAllItsSpaces() {
    #expect("".cut(to: 4) == [])
    #expect("a  b ".cut(to: 4) == ["a  b", " "])
    #expect("abcdefgh".cut(to: 4) == ["abcd", "efgh"])
  }
}
