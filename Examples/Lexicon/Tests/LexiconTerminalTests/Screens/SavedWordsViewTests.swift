import LexiconCore
import LexiconTerminal
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SavedWordsViewTests {
  /// Returns the app with the saved words in front.
  private func savedWords(
    _ texts: [String: String] = ["word1": "one", "word2": "two", "word3": "three"],
    failing: Set<Int> = []
  ) async -> TestApp {
    let app = await TestApp(
      ScriptedProvider(total: 45),
      ScriptedLibrary(texts, failing: failing)
    )
    app.type("s")
    await app.settle()
    return app
  }

  @Test func wordsAreListedWithTheirNotes() async {
    let app = await savedWords()
    #expect(app.last.contains("3 words"))
    #expect(app.selection == "> word1            one")
    app.press(.end)
    #expect(app.selection == "> word3            three")
  }

  @Test func wordIsDeletedAfterAQuestion() async throws {
    let app = await savedWords()
    app.press(.down)
    app.type("x")
    #expect(app.last.contains("Delete “word2”?"))
    app.type("d")
    #expect(app.last.contains("│ Deleting… │"))
    await app.settle()
    #expect(app.last.contains("2 words"))
    #expect(!app.last.contains("word2"))
    #expect(try await app.library.notes().map(\.word) == ["word1", "word3"])
  }

  @Test func helpIsShownAndLeftAgain() async throws {
    let app = await savedWords()
    app.press(.down)
    let before = app.last
    app.type("?xd")
    #expect(app.last.hasPrefix("Keys"))
    #expect(app.last.contains("  x                    delete the word and the note"))
    app.type("?")
    #expect(app.last == before)
    #expect(try await app.library.notes().count == 3)
  }

  @Test(
    arguments: [
      Key.character("k"), .escape,
    ]
  )
  func wordIsKept(key: Key) async throws {
    let app = await savedWords()
    let before = app.last
    app.type("x")
    #expect(app.press(key))
    #expect(app.last == before)
    await app.settle()
    #expect(try await app.library.notes().count == 3)
  }

  @Test(arguments: [Key.enter, .down, .character("q"), .character("x"), .character("?")])
  func anyOtherKeyLeavesTheQuestionOpen(key: Key) async throws {
    let app = await savedWords()
    app.type("x")
    let asking = app.last
    #expect(app.press(key))
    #expect(app.last == asking)
    await app.settle()
    #expect(try await app.library.notes().count == 3)
  }

  @Test func keysAreIgnoredWhileAWordIsDeleted() async {
    let app = await savedWords()
    app.type("xd")
    let deleting = app.last
    #expect(app.press(.character("q"), .escape, .down, .character("x")))
    #expect(app.last == deleting)
    await app.settle()
    #expect(app.last.contains("2 words"))
    #expect(app.selection?.hasPrefix("> word2 ") == true)
  }

  @Test func wordThatCannotBeDeletedStays() async {
    let app = await savedWords(failing: [2])
    app.type("xd")
    await app.settle()
    #expect(app.last.contains("Error: the database is locked"))
    #expect(app.last.contains("3 words"))
    app.type("xd")
    await app.settle()
    #expect(!app.last.contains("Error"))
    #expect(app.last.contains("2 words"))
  }

  @Test func listThatCannotBeReadIsReadAgain() async {
    let app = await savedWords(failing: [1])
    #expect(app.last.contains("Error: the database is locked"))
    app.press(.enter, .down)
    app.type("nx")
    #expect(app.last.contains("Error: the database is locked"))
    app.type("r")
    await app.settle()
    #expect(app.last.contains("3 words"))
  }

  @Test func noteIsChangedFromTheList() async {
    let app = await savedWords()
    app.press(.down)
    app.type("n")
    await app.settle()
    #expect(app.last.hasPrefix("Note on word2"))
    app.type("!")
    app.press(.enter)
    await app.settle()
    #expect(app.selection == "> word2            two!")
  }

  @Test func wordIsOpenedFromTheList() async {
    let app = await savedWords()
    app.press(.enter)
    await app.settle()
    #expect(app.last.hasPrefix("word1"))
    app.press(.escape)
    await app.settle()
    #expect(app.selection == "> word1            one")
  }

  @Test func listWithoutWordsHasNothingToOpenOrDelete() async {
    let app = await savedWords([:])
    let before = app.last
    app.press(.enter, .down)
    app.type("nx")
    #expect(app.last == before)
  }
}
