import LexiconCore
import Testing

struct MatchedTextTests {
  /// Returns the parts of a text, with matches in brackets.
  private func parts(_ text: String, _ query: String) -> [String] {
    MatchedText(text, finding: query).parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }
  }

  @Test(
    arguments: [
      ("house", "house", ["[house]"]),
      ("household", "house", ["[house]", "hold"]),
      ("clubhouse", "house", ["club", "[house]"]),
      ("a house, a home", "ho", ["a ", "[ho]", "use, a ", "[ho]", "me"]),
      ("cocoa", "co", ["[co]", "[co]", "a"]),
      ("house", "mouse", ["house"]),
      ("house", "houses", ["house"]),
      ("", "house", []),
    ]
  )
  func queryIsFoundWhereverItStands(text: String, query: String, expected: [String]) {
    #expect(parts(text, query) == expected)
  }

  @Test func matchesDoNotOverlap() {
    #expect(parts("banana", "ana") == ["b", "[ana]", "na"])
    #expect(parts("aaaaa", "aa") == ["[aa]", "[aa]", "a"])
    #expect(parts("aab", "ab") == ["a", "[ab]"])
  }

  @Test func largeAndSmallLettersAreTheSame() {
    #expect(parts("The House", "hOUSE") == ["The ", "[House]"])
    #expect(parts("ÉTÉ été", "Été") == ["[ÉTÉ]", " ", "[été]"])
  }

  @Test(arguments: ["", " ", " \t "])
  func emptyQueryMatchesNothing(query: String) {
    #expect(parts("a house", query) == ["a house"])
  }

  @Test func spacesAroundTheQueryAreNotPartOfIt() {
    #expect(parts("a living room", " living room ") == ["a ", "[living room]"])
  }

  @Test func matchIsMadeOfWholeCharacters() {
    #expect(parts("cafe\u{301}", "cafe") == ["cafe\u{301}"])
    #expect(parts("a 👩‍👩‍👧 of three", "👩") == ["a 👩‍👩‍👧 of three"])
    #expect(parts("a 👩‍👩‍👧 of three", "👩‍👩‍👧 of") == ["a ", "[👩‍👩‍👧 of]", " three"])
  }

  @Test func characterIsTheSameHoweverItIsWritten() {
    #expect(parts("cafe\u{301}s", "café") == ["[cafe\u{301}]", "s"])
    #expect(parts("cafés", "cafe\u{301}") == ["[café]", "s"])
  }

  /// The lowercase form of `İ` has one more scalar.
  @Test func placesAreThoseOfTheTextWhereItsSmallLettersAreLonger() {
    #expect(parts("İİ home", "home") == ["İİ ", "[home]"])
    #expect(parts("家族の家", "家") == ["[家]", "族の", "[家]"])
  }

  @Test func textIsThatOfItsParts() {
    #expect(MatchedText("a House", finding: "house").text == "a House")
    #expect(MatchedText("").parts.isEmpty)
    #expect(MatchedText("a House", finding: "house").hasMatch)
    #expect(!MatchedText("a House").hasMatch)
    #expect(MatchedText("house") == MatchedText("house", finding: "mouse"))
  }

  @Test func partsWithoutAMatchAreOne() {
    let text = MatchedText([.init("a "), .init(""), .init("small "), .init("house", isMatch: true)])
    #expect(text.parts == [.init("a small "), .init("house", isMatch: true)])
    #expect(text == MatchedText("a small house", finding: "house"))
  }
}
