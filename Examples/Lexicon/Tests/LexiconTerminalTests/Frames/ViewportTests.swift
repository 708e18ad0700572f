import LexiconCore
import Testing

@testable import LexiconTerminal

struct ViewportTests {
  /// Returns the viewport after some keys in a list of `count` words.
  private func viewport(after keys: [Key], count: Int = 10, trailing: Int = 0) -> Viewport {
    var viewport = Viewport()
    for key in keys {
      _ = viewport.move(key, count: count, height: 4)
      viewport.fit(count: count, trailing: trailing, height: 4)
    }
    return viewport
  }

  @Test(
    arguments: [
      ([], 0), ([.up], 0), ([.down], 1), ([.pageDown], 4), ([.pageDown, .pageUp], 0), ([.end], 9),
      ([.end, .down], 9), ([.end, .home], 0), ([.end, .up], 8), ([.pageDown, .pageDown], 8),
      ([.pageDown, .pageDown, .pageDown], 9), ([.pageUp], 0),
      ([.character("j"), .character("j"), .character("k")], 1), ([.character(" ")], 4),
    ] as [([Key], Int)]
  )
  func keysMoveTheSelectionWithinTheList(keys: [Key], selection: Int) {
    #expect(viewport(after: keys).selection == selection)
  }

  @Test(arguments: [Key.enter, .escape, .backspace, .character("r")])
  func otherKeysDoNotMove(key: Key) {
    var viewport = Viewport()
    let moved = viewport.move(key, count: 10, height: 4)
    #expect(!moved)
    #expect(viewport == Viewport())
  }

  @Test func listScrollsOnlyAsFarAsTheSelectionNeeds() {
    #expect(viewport(after: [.down, .down, .down]).top == 0)
    #expect(viewport(after: [.down, .down, .down, .down]).top == 1)
    #expect(viewport(after: [.end]).top == 6)
    #expect(viewport(after: [.end, .up, .up, .up]).top == 6)
    #expect(viewport(after: [.end, .up, .up, .up, .up]).top == 5)
  }

  @Test func atTheEndTheRowBelowTheLastWordIsSeen() {
    #expect(viewport(after: [.end], trailing: 1).top == 7)
    #expect(viewport(after: [.end, .up], trailing: 1).top == 7)
    #expect(viewport(after: [.pageDown, .pageDown], trailing: 1).top == 5)
  }

  @Test func shorterListTakesTheSelectionAlong() {
    var viewport = viewport(after: [.end])
    viewport.fit(count: 3, height: 4)
    #expect(viewport.selection == 2)
    #expect(viewport.top == 0)
    viewport.fit(count: 0, height: 4)
    #expect(viewport == Viewport())
  }

  @Test func keyMovesFromTheEndOfAListThatBecameShorter() {
    var viewport = viewport(after: [.end])
    let moved = viewport.move(.up, count: 5, height: 4)
    #expect(moved)
    #expect(viewport.selection == 3)
  }

  @Test func emptyListHasNothingToMoveIn() {
    for (_, key) in Key.names {
      #expect(viewport(after: [key], count: 0) == Viewport())
    }
  }

  @Test func rowsThatAreSeenAreToldWithTheSelectedOne() {
    let rows = viewport(after: [.end]).rows(of: 10, height: 4) {
      MatchedText("\($0)\($1 ? "!" : "")")
    }
    #expect(rows.map(\.text) == ["6", "7", "8", "9!"])
    #expect(rows.map(\.style) == [.plain, .plain, .plain, .selected])
    #expect(viewport(after: [.end]).rows(of: 2, height: 4) { _, _ in MatchedText("") }.count == 2)
    #expect(Viewport().rows(of: 0, height: 4) { _, _ in MatchedText("") }.isEmpty)
  }

  @Test func selectedElementIsTheLastOneOfAListThatBecameShorter() {
    #expect(viewport(after: [.down]).selected(in: ["a", "b", "c"]) == "b")
    #expect(viewport(after: [.end]).selected(in: ["a", "b", "c"]) == "c")
    #expect(Viewport().selected(in: [String]()) == nil)
  }
}
