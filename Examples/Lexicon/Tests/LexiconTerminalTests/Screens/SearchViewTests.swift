import LexiconCore
import LexiconTerminal
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SearchViewTests {
  private func search(_ text: String, _ provider: ScriptedProvider) async -> TestApp {
    let app = await TestApp(provider)
    app.type("/")
    app.type(text)
    await app.settle()
    return app
  }

  @Test func lettersAreTypedIntoTheQueryAndTheLastQueryIsSearched() async {
    let app = await search("word1", ScriptedProvider(total: 45))
    #expect(app.last.contains("Word: word1█"))
    #expect(app.frames.contains { $0.contains("Word: word█") && $0.contains("Searching…") })
    #expect(app.selection?.hasPrefix("> word1 ") == true)
    #expect(await app.provider.searches == ["word1"])
  }

  @Test func lettersThatAreKeysElsewhereAreTypedToo() async {
    let app = await search("qdrsx?/kj ", ScriptedProvider(total: 45))
    #expect(app.last.contains("Word: qdrsx?/kj █"))
    #expect(app.last.contains("No word has 'qdrsx?/kj '"))
  }

  @Test func backspaceTakesTheLastLetterAway() async {
    let app = await search("word1", ScriptedProvider(total: 45))
    app.press(.down, .backspace)
    #expect(app.last.contains("Word: word█"))
    await app.settle()
    #expect(app.selection?.hasPrefix("> word0 ") == true)
    for _ in 1...5 {
      app.press(.backspace)
    }
    await app.settle()
    #expect(app.last.contains("Word: █"))
    #expect(!app.last.contains("word0"))
  }

  @Test func selectedWordIsOpenedAndTheSearchIsAsBeforeAfterwards() async {
    let app = await search("word1", ScriptedProvider(total: 45))
    app.press(.down)
    let before = app.last
    app.press(.enter)
    await app.settle()
    #expect(app.last.hasPrefix("word10"))
    app.press(.escape)
    #expect(app.last == before)
  }

  @Test func wordsOfAnotherQueryAreNotOpened() async {
    let app = await search("word1", ScriptedProvider(total: 45))
    app.type("0")
    app.press(.enter)
    #expect(app.last.contains("Searching…"))
    await app.settle()
    app.press(.enter)
    await app.settle()
    #expect(app.last.hasPrefix("word10"))
  }

  @Test func failureIsRetriedWithEnter() async {
    let app = await search("word1", ScriptedProvider(total: 45, failing: [2]))
    #expect(app.last.contains("Error: The word service answered with HTTP status 503"))
    app.press(.enter)
    #expect(app.last.contains("Searching…"))
    await app.settle()
    #expect(await app.provider.searches == ["word1", "word1"])
    #expect(!app.last.contains("Error"))
    #expect(app.selection?.hasPrefix("> word1 ") == true)
  }

  @Test func escapeGoesBackToTheList() async {
    let app = await TestApp()
    let before = app.last
    app.type("/word")
    app.press(.escape)
    #expect(app.last == before)
    await app.settle()
    #expect(app.last == before)
  }
}
