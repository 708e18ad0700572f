import LexiconCore
import LexiconTerminal
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct WordListViewTests {
  @Test func skeletonLoadingAndWordsAreDrawnOneAfterTheOther() async throws {
    let app = await TestApp()
    let skeleton = try #require(app.frames.firstIndex { $0.contains("░░░") })
    let loading = try #require(app.frames.firstIndex { $0.contains("Loading…") })
    #expect(skeleton == 0)
    #expect(loading == 1)
    #expect(app.last.contains("20 of 45 words"))
    #expect(app.last.contains("> word0 "))
  }

  @Test func selectionAtTheEndLoadsTheNextPage() async {
    let app = await TestApp()
    for _ in 1...18 {
      app.press(.down)
    }
    await app.settle()
    #expect(await app.provider.offsets == [0])
    app.press(.down)
    await app.settle()
    #expect(await app.provider.offsets == [0, 20])
    #expect(app.last.contains("40 of 45 words"))
    #expect(app.frames.contains { $0.contains("Loading more…") })
    for _ in 1...3 {
      app.press(.end)
      await app.settle()
    }
    #expect(await app.provider.offsets == [0, 20, 40])
    #expect(app.last.contains("45 of 45 words"))
  }

  @Test func errorKeepsTheListAndIsRetried() async {
    let app = await TestApp(ScriptedProvider(total: 45, failing: [2]))
    app.press(.end)
    await app.settle()
    #expect(app.last.contains("Error: The word service answered with HTTP status 503"))
    #expect(app.selection?.hasPrefix("> word19 ") == true)
    app.type("r")
    await app.settle()
    #expect(await app.provider.offsets == [0, 20, 20])
    #expect(!app.last.contains("Error"))
    #expect(app.last.contains("40 of 45 words"))
  }

  @Test(arguments: [Key.character("d"), .escape])
  func errorIsDismissedAndAfterThatTheKeyRefreshes(key: Key) async {
    let app = await TestApp(ScriptedProvider(total: 45, failing: [2]))
    app.press(.end)
    await app.settle()
    app.press(key)
    #expect(!app.last.contains("Error"))
    app.type("r")
    await app.settle()
    #expect(await app.provider.offsets == [0, 20, 0])
  }

  @Test func firstPageThatFailsCanBeRetried() async {
    let app = await TestApp(ScriptedProvider(total: 45, failing: [1]))
    #expect(app.last.contains("Error"))
    #expect(app.last.contains("No words"))
    app.type("r")
    await app.settle()
    #expect(app.last.contains("20 of 45 words"))
  }

  @Test func helpIsShownAndLeftAgain() async {
    let app = await TestApp()
    let before = app.last
    for back in [Key.character("?"), .escape] {
      app.type("?")
      #expect(app.last.hasPrefix("Keys"))
      #expect(app.last.contains("  /                    search"))
      app.press(.down, .enter, .character("d"), .character("/"), .character("s"))
      #expect(app.last.hasPrefix("Keys"))
      app.press(back)
      #expect(app.last == before)
    }
  }

  @Test func selectedWordIsOpenedAndTheListIsAsBeforeAfterwards() async {
    let app = await TestApp()
    app.press(.down, .down)
    let before = app.last
    app.press(.enter)
    await app.settle()
    #expect(app.last.hasPrefix("word2"))
    app.press(.escape)
    await app.settle()
    #expect(app.last == before)
    #expect(await app.provider.offsets == [0])
  }

  @Test func withoutAWordNothingIsOpened() async {
    let app = await TestApp(ScriptedProvider(total: 0))
    let before = app.last
    app.press(.enter)
    #expect(app.last == before)
  }

  @Test func quitKeyEndsTheApp() async {
    let app = await TestApp()
    #expect(!app.press(.character("q")))
  }

  @Test func aMarkIsUndoneAndRedone() async {
    let app = await TestApp()
    let before = app.last
    app.type("m")
    app.press(.down)
    app.type("m")
    #expect(app.last.contains("> word1           *"))
    #expect(app.last.contains("  word0           *") && app.last.contains("  u undo  "))
    app.type("u")
    #expect(app.last.contains("> word1            "))
    app.type("u")
    app.press(.up)
    #expect(app.last == before)
    app.type("UU")
    #expect(app.last.contains("  word1           *"))
    app.type("m")
    #expect(app.last.contains("> word0            "))
  }
}
