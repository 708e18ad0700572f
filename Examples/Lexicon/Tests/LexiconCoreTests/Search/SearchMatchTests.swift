import LexiconCore
import Testing
import WordService

struct SearchMatchTests {
  private let entry = WordEntry(
    word: "household",
    senses: [
      .init(
        partOfSpeech: "noun",
        definition: "a social unit living together in a house",
        examples: ["he moved his family"]
      ),
      .init(partOfSpeech: "adjective", definition: "found in and about the home"),
      .init(
        partOfSpeech: "verb",
        definition: "run it",
        examples: ["She runs it", "a large Family to run"]
      ),
    ]
  )

  @Test func queryIsFoundInTheWordAndItsFirstMeaning() {
    let match = SearchMatch(entry, query: "House")
    #expect(match.word.parts == [.init("house", isMatch: true), .init("hold")])
    #expect(match.partOfSpeech == "noun")
    #expect(match.meaning.text == entry.senses[0].definition)
    #expect(match.meaning.parts.last == .init("house", isMatch: true))
    #expect(match.id == "household")
  }

  @Test func firstMeaningIsShownWhereTheWordItselfIsFound() {
    let match = SearchMatch(entry, query: "ho")
    #expect(match.word.hasMatch)
    #expect(match.meaning.text == entry.senses[0].definition)
  }

  @Test func meaningOrExampleThatIsFoundIsShown() {
    let home = SearchMatch(entry, query: "home")
    #expect(home.word == MatchedText("household"))
    #expect(home.partOfSpeech == "adjective")
    #expect(home.meaning.parts == [.init("found in and about the "), .init("home", isMatch: true)])

    let family = SearchMatch(entry, query: "a large family")
    #expect(family.partOfSpeech == "verb")
    #expect(
      family.meaning.parts == [
        .init("“"), .init("a large Family", isMatch: true), .init(" to run”"),
      ]
    )
    #expect(SearchMatch(entry, query: "family").meaning.text == "“he moved his family”")
  }

  @Test(arguments: ["", "mouse"])
  func firstMeaningIsShownWhereNothingIsFound(query: String) {
    let match = SearchMatch(entry, query: query)
    #expect(match.word == MatchedText("household"))
    #expect(match.partOfSpeech == "noun")
    #expect(match.meaning == MatchedText(entry.senses[0].definition))
  }

  @Test func wordWithoutAMeaningHasNone() {
    let match = SearchMatch(WordEntry(word: "void", senses: []), query: "x")
    #expect(match.meaning.parts.isEmpty)
    #expect(match.partOfSpeech.isEmpty)
  }

  /// Every word that the service finds shows a match.
  @Test(
    .timeLimit(.minutes(20)),
    arguments: ["hous", " Living ", "living quarters", "the", "-", "'s", "É", "(or"]
  )
  func wordsThatTheServiceFindsHaveAMatch(query: String) async throws {
    let server = WordServer(configuration: .init()) { try await WordServer.words.value }
    let provider = HTTPWordProvider(timeout: 60) { try await server.start() }
    let page = try await provider.words(matching: query, limit: 100)
    await server.stop()
    for word in page.words {
      let match = SearchMatch(word, query: query)
      #expect(match.word.hasMatch || match.meaning.hasMatch, "\(word.word)")
    }
    #expect(!page.words.isEmpty || query == "É")
  }
}
