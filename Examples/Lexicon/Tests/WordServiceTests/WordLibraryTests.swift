import Foundation
import Testing

@testable import WordService

struct WordLibraryTests {
  private func words(_ query: WordQuery) -> [String] {
    WordLibrary.sample.page(query).words.map(\.word)
  }

  @Test func pageHasItsPlaceAndTheNumberOfAllMatches() {
    let page = WordLibrary.sample.page(WordQuery(offset: 1, limit: 1))
    #expect(page.words.map(\.word) == ["apply"])
    #expect(page.offset == 1)
    #expect(page.total == 3)
  }

  @Test func lastPageMayBeShortAndBehindItPagesAreEmpty() {
    #expect(words(WordQuery(offset: 2, limit: 2)) == ["banana"])
    #expect(words(WordQuery(offset: 3, limit: 2)) == [])
    #expect(words(WordQuery(offset: .max, limit: 100)) == [])
  }

  @Test func prefixNarrowsTheListAndItsCount() {
    #expect(words(WordQuery(prefix: "app")) == ["apple", "apply"])
    #expect(WordLibrary.sample.page(WordQuery(prefix: "app", limit: 1)).total == 2)
    #expect(words(WordQuery(prefix: "nana")) == [])
  }

  @Test(arguments: [
    ("nana", ["banana"]), ("fruit", ["apple", "banana"]), ("method", ["apply"]), ("zebra", []),
  ])
  func textIsFoundInWordsDefinitionsAndExamples(text: String, expected: [String]) {
    #expect(words(WordQuery(text: text)) == expected)
  }

  @Test func prefixAndTextHaveToMatchBoth() {
    #expect(words(WordQuery(prefix: "app", text: "fruit")) == ["apple"])
  }

  @Test func searchFindsBeginningsThenPartsThenMeanings() {
    let library = WordLibrary(words: [
      WordLibrary.word("boat", "it is tarred"),
      WordLibrary.word("start", "the begin"),
      WordLibrary.word("tar", "a black liquid"),
      WordLibrary.word("target", "what is aimed at"),
      WordLibrary.word("zebra", "an animal"),
    ])
    let page = library.search(SearchQuery(text: "tar"))
    #expect(page.words.map(\.word) == ["tar", "target", "start", "boat"])
    #expect(page.total == 4)
    #expect(library.search(SearchQuery(text: "pear")).words.isEmpty)
  }

  @Test func searchGivesTheBestOfAllThatItFinds() {
    let page = WordLibrary.sample.search(SearchQuery(text: "an", limit: 1))
    #expect(page.words.map(\.word) == ["banana"])
    #expect(page.total == 1)
    let fruits = WordLibrary.sample.search(SearchQuery(text: "fruit", limit: 1))
    #expect(fruits.words.map(\.word) == ["apple"])
    #expect(fruits.total == 2)
  }

  @Test func oneWordIsFoundByItsSpelling() {
    #expect(WordLibrary.sample.entry(of: "apply")?.word == "apply")
    #expect(WordLibrary.sample.entry(of: "app") == nil)
  }

  @Test func entriesFromWordNetAreManySortedAndWhole() throws {
    let page = try WordLibrary.wordNet().page(WordQuery(limit: .max))
    let words = page.words.map(\.word)
    #expect(words.count >= 3000)
    #expect(words == words.sorted())
    #expect(Set(words).count == words.count)
    for word in page.words {
      #expect(!word.senses.isEmpty, "\(word.word)")
      #expect(word.senses.allSatisfy { !$0.definition.isEmpty }, "\(word.word)")
    }
    let parts = Set(page.words.flatMap { $0.senses.map(\.partOfSpeech) })
    #expect(parts == ["noun", "verb", "adjective", "adverb"])
    #expect(page.words.contains { $0.senses.contains { !$0.examples.isEmpty } })
  }

  @Test func wordDataIsSmallAndComesWithItsLicence() throws {
    let folder = WordLibrary.resources
    let words = try Data(contentsOf: folder.appending(path: "words.json"))
    #expect(words.count < 2_000_000)
    let licence = try String(contentsOf: folder.appending(path: "WORDNET-LICENSE"), encoding: .utf8)
    #expect(licence.contains("WordNet 3.0 Copyright 2006 by Princeton University."))
  }

  @Test func damagedDataIsAnError() {
    #expect(throws: DecodingError.self) { try WordLibrary(json: Data("[{".utf8)) }
  }
}
