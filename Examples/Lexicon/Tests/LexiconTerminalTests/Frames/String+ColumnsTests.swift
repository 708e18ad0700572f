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

  @Test func endOfATextThatDoesNotFitIsKept() {
    #expect("abcdefgh".truncatedInTheMiddle(to: 8) == "abcdefgh")
    #expect("abcdefgh".truncatedInTheMiddle(to: 6) == "abc…gh")
    #expect("abcdefgh".truncatedInTheMiddle(to: 5) == "ab…gh")
    #expect("家庭家庭".truncatedInTheMiddle(to: 6) == "家…庭")
    #expect("word".truncatedInTheMiddle(to: 1) == "…")
    #expect("word".truncatedInTheMiddle(to: 0) == "")
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

  @Test(arguments: [
    ("", 0), ("word", 4), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("家族", 4), ("한글", 4),
    ("ｗｉｄｅ", 8), ("😀", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2),
    ("ｱ", 1), ("█", 1), ("…", 1), ("─", 1),
  ])
  func columnsAreThoseOfATerminal(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func wideCharactersAreNeverHalved() {
    #expect("家族家".fitted(to: 7) == "家族家 ")
    #expect("家族家".fitted(to: 6) == "家族家")
    #expect("家族家".fitted(to: 5) == "家族…")
    #expect("家族家".fitted(to: 4) == "家… ")
    #expect("家族 a家族家".wrapped(to: 5) == ["家族", "a家族", "家"])
    #expect("家族家".cut(to: 3) == ["家", "族", "家"])
    #expect("家族".cut(to: 1) == ["家", "族"])
    #expect("家族家".suffix(columns: 5) == "族家")
  }

  @Test func linesOfATextAreWrappedAsWordsAre() {
    #expect("one\ntwo  three".wrapped(to: 7) == ["one two", "three"])
  }
}
