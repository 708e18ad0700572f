import LexiconCore
import LexiconTerminal
import ScreenStateKit
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct LexiconViewTests {
  @Test func eachScreenLeadsBackToTheOneItWasOpenedFrom() async {
    let app = await TestApp()
    let list = app.last
    await app.openDetails(of: "word12")
    #expect(app.last.hasPrefix("word12"))
    app.type("n")
    await app.settle()
    #expect(app.last.hasPrefix("Note on word12"))
    app.press(.escape)
    await app.settle()
    #expect(app.last.hasPrefix("word12"))
    app.press(.escape)
    #expect(app.last.hasPrefix("Search"))
    app.press(.escape)
    #expect(app.last == list)
    #expect(app.press(.escape))
    #expect(app.last == list)
  }

  @Test func whatWasOpenComesBack() async {
    let app = await TestApp()
    app.type("/word1")
    await app.settle()
    app.press(.down, .down)
    let search = app.last
    app.press(.enter)
    await app.settle()
    app.press(.down)
    let details = app.last
    app.type("n")
    await app.settle()
    app.type("mine")
    let note = app.last
    app.view.disappear()

    let later = await TestApp(place: app.place)
    #expect(later.last == note)
    later.press(.escape)
    await later.settle()
    #expect(later.last == details)
    later.press(.escape)
    await later.settle()
    #expect(later.last == search)
    later.press(.escape)
    await later.settle()
    #expect(later.selection?.hasPrefix("> word0 ") == true)
    #expect(later.place.query.isEmpty)
    #expect(later.place.draft == nil)
  }

  @Test func rowOfALaterPageIsSelectedAgain() async {
    let app = await TestApp()
    app.press(.end)
    await app.settle()
    app.press(.end, .up)
    await app.settle()
    let list = app.last
    #expect(app.selection?.hasPrefix("> word38 ") == true)

    let later = await TestApp(place: app.place)
    // The restored list has also tried to load the next page.
    #expect(later.selection == app.selection)
    #expect(later.last.split(separator: "\n")[2] == list.split(separator: "\n")[2])
  }

  @Test func whatDidNotComeBackIsToldUntilAKeyIsPressed() async {
    let place = Place()
    place.displayError = DisplayableError(message: "place.json is damaged")
    let app = await TestApp(place: place)
    #expect(app.last.contains("place.json is damaged"))
    #expect(!app.last.contains("word0"))
    app.type("/")
    #expect(app.selection?.hasPrefix("> word0 ") == true)
  }

  @Test func screenInFrontIsDrawnWhenItsStateChanges() async {
    let app = await TestApp()
    app.type("/word1")
    await app.waitForFrame(with: "> word1 ")
    app.press(.enter)
    await app.waitForFrame(with: "1. (noun) a meaning of word1")
    app.press(.escape, .escape, .enter)
    await app.waitForFrame(with: "1. (noun) a meaning of word0")
  }

  @Test func frameThatDoesNotChangeIsNotDrawnAgain() async {
    let app = await TestApp()
    let count = app.frames.count
    app.press(.up, .escape)
    await app.settle()
    #expect(app.frames.count == count)
    app.view.resize(to: .standard)
    #expect(app.frames.count == count + 1)
  }

  @Test func eachFrameComesWithTheOneThatItTakesThePlaceOf() async {
    let app = await TestApp()
    app.press(.down)
    #expect(app.previousFrames == [nil] + app.frames.dropLast())
    app.view.resize(to: TerminalSize(columns: 60, rows: 20))
    #expect(app.previousFrames.last == .some(nil))
  }

  @Test func newSizeIsDrawnAtOnce() async {
    let app = await TestApp()
    app.view.resize(to: TerminalSize(columns: 30, rows: 5))
    #expect(app.last.contains("Terminal too small"))
    app.view.resize(to: .standard)
    #expect(app.last.contains("> word0 "))
  }

  @Test func screenThatWasLeftDrawsNoMore() async {
    let app = await TestApp()
    app.type("/word1")
    app.press(.escape)
    let count = app.frames.count
    await app.settle()
    #expect(app.frames.count == count)
    // The query that wasn't searched yet ended with its screen.
    #expect(await app.provider.searches == [])
  }

  @Test func nothingIsDrawnOnceTheAppHasGone() async {
    let app = await TestApp()
    let count = app.frames.count
    app.view.disappear()
    app.press(.down, .enter)
    await app.settle()
    #expect(app.frames.count == count)
  }

  @Test func appThatGoesWhileANoteIsSavedDrawsNoMore() async {
    let app = await TestApp()
    app.press(.enter)
    app.type("n")
    await app.settle()
    app.type("mine")
    app.press(.enter)
    let count = app.frames.count
    app.view.disappear()
    await app.settle()
    #expect(app.frames.count == count)
  }
}
