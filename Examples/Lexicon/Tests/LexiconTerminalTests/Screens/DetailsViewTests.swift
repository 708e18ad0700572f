import LexiconCore
import LexiconTerminal
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct DetailsViewTests {
  @Test func wordIsLoadedFromTheService() async {
    let app = await TestApp()
    app.press(.enter)
    #expect(app.last.hasPrefix("word0"))
    #expect(app.last.contains("Loading…"))
    await app.settle()
    #expect(app.last.contains("1. (noun) a meaning of word0"))
    #expect(await app.provider.lookups == ["word0"])
  }

  @Test func failureIsRetried() async {
    let app = await TestApp(ScriptedProvider(total: 45, failing: [2]))
    app.press(.enter)
    await app.settle()
    #expect(app.last.contains("Error: The word service answered with HTTP status 503"))
    #expect(app.last.contains("r retry"))
    app.type("r")
    #expect(!app.last.contains("Error"))
    await app.settle()
    #expect(app.last.contains("1. (noun) a meaning of word0"))
  }

  @Test func noteIsShownAndReadAgainAfterItWasChanged() async {
    let app = await TestApp(ScriptedProvider(total: 45), ScriptedLibrary(["word0": "mine"]))
    app.press(.enter)
    await app.settle()
    #expect(app.last.contains("Note:\n      mine"))
    app.type("n")
    await app.settle()
    app.type("!")
    app.press(.enter)
    await app.settle()
    #expect(app.last.hasPrefix("word0"))
    #expect(app.last.contains("Note:\n      mine!"))
    #expect(await app.provider.lookups == ["word0"])
  }

  @Test func longPageIsScrolledWithinItsLines() async {
    let text = (0..<40).map { "line\($0)" + String(repeating: "x", count: 60) }
    let library = ScriptedLibrary(["word0": text.joined(separator: " ")])
    let app = await TestApp(ScriptedProvider(total: 45), library)
    app.press(.enter)
    await app.settle()
    let top = app.last
    app.press(.up)
    #expect(app.last == top)
    app.press(.down)
    #expect(!app.last.contains("Note:"))
    #expect(app.last.contains("line0x"))
    app.press(.home)
    #expect(app.last == top)
    app.press(.pageDown, .up)
    #expect(app.last.contains("line20x"))
    #expect(!app.last.contains("line18x"))
    app.press(.end)
    let end = app.last
    #expect(end.contains("2. (verb) another meaning of word0"))
    app.press(.down, .character(" "))
    #expect(app.last == end)
  }

  @Test func helpIsShownAndLeftAgain() async {
    let app = await TestApp()
    app.press(.enter)
    await app.settle()
    let before = app.last
    app.type("?n")
    #expect(app.last.hasPrefix("Keys"))
    #expect(app.last.contains("  n                    save the word with a note"))
    app.press(.escape)
    #expect(app.last == before)
    #expect(await app.provider.lookups == ["word0"])
  }

  @Test func wordThatIsLoadedBehindTheHelpIsThereAfterwards() async {
    let app = await TestApp()
    app.press(.enter, .character("?"))
    await app.settle()
    #expect(app.last.hasPrefix("Keys"))
    app.type("?")
    #expect(app.last.contains("1. (noun) a meaning of word0"))
    app.type("?")
    #expect(!app.press(.character("q")))
  }

  @Test func quitKeyEndsTheApp() async {
    let app = await TestApp()
    app.press(.enter)
    #expect(!app.press(.character("q")))
  }
}
