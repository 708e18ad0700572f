import LexiconCore
import LexiconTerminal
import Testing

@MainActor
struct WordListViewTests {
  private final class Screen {
    var frames: [String] = []
    var last: String { frames.last ?? "" }
  }

  private let screen = Screen()

  private func view(_ provider: ScriptedProvider, _ size: TerminalSize = .standard) -> WordListView
  {
    WordListView(
      state: WordListState(),
      store: WordListStore(provider: provider, pageSize: 5),
      size: size,
      show: { [screen] in screen.frames.append($0.plainText) }
    )
  }

  /// A view that has loaded its first page.
  private func loadedView(
    _ provider: ScriptedProvider,
    _ size: TerminalSize = .standard
  ) async -> WordListView {
    let view = view(provider, size)
    await view.appear()
    await view.settle()
    return view
  }

  @Test func skeletonLoadingAndWordsAreDrawnOneAfterTheOther() async throws {
    let view = await loadedView(ScriptedProvider(total: 12))
    let skeleton = try #require(screen.frames.firstIndex { $0.contains("░░░") })
    let loading = try #require(screen.frames.firstIndex { $0.contains("Loading…") })
    #expect(skeleton == 0)
    #expect(loading == 1)
    #expect(screen.last.contains("5 of 12 words"))
    #expect(screen.last.contains("> word0 "))
    view.disappear()
  }

  @Test func selectionAtTheEndLoadsTheNextPage() async {
    let provider = ScriptedProvider(total: 12)
    let view = await loadedView(provider)
    for _ in 1...3 {
      #expect(view.press(.down))
    }
    await view.settle()
    #expect(await provider.offsets == [0])
    #expect(view.press(.down))
    await view.settle()
    #expect(await provider.offsets == [0, 5])
    #expect(screen.last.contains("10 of 12 words"))
    #expect(screen.frames.contains { $0.contains("Loading more…") })
    for _ in 1...3 {
      #expect(view.press(.end))
      await view.settle()
    }
    #expect(await provider.offsets == [0, 5, 10])
    #expect(screen.last.contains("12 of 12 words"))
    view.disappear()
  }

  @Test func errorKeepsTheListAndIsRetried() async {
    let provider = ScriptedProvider(total: 12, failing: [2])
    let view = await loadedView(provider)
    #expect(view.press(.end))
    await view.settle()
    #expect(screen.last.contains("Error: The word service answered with HTTP status 503"))
    #expect(screen.last.contains("> word4 "))
    #expect(view.press(.refresh))
    await view.settle()
    #expect(await provider.offsets == [0, 5, 5])
    #expect(!screen.last.contains("Error"))
    #expect(screen.last.contains("10 of 12 words"))
    view.disappear()
  }

  @Test(arguments: [Key.dismiss, .escape])
  func errorIsDismissedAndAfterThatTheKeyRefreshes(key: Key) async {
    let provider = ScriptedProvider(total: 12, failing: [2])
    let view = await loadedView(provider)
    #expect(view.press(.end))
    await view.settle()
    #expect(view.press(key))
    #expect(!screen.last.contains("Error"))
    #expect(view.press(.refresh))
    await view.settle()
    #expect(await provider.offsets == [0, 5, 0])
    view.disappear()
  }

  @Test func firstPageThatFailsCanBeRetried() async {
    let view = await loadedView(ScriptedProvider(total: 12, failing: [1]))
    #expect(screen.last.contains("Error"))
    #expect(screen.last.contains("No words"))
    #expect(view.press(.refresh))
    await view.settle()
    #expect(screen.last.contains("5 of 12 words"))
    view.disappear()
  }

  @Test func helpIsShownAndLeftAgain() async {
    let view = await loadedView(ScriptedProvider(total: 12))
    let before = screen.last
    for back in [Key.help, .escape, .dismiss] {
      #expect(view.press(.help))
      #expect(screen.last.contains("Keys"))
      #expect(view.press(.down))
      #expect(view.press(back))
      #expect(screen.last == before)
    }
    view.disappear()
  }

  @Test func frameThatDoesNotChangeIsNotDrawnAgain() async {
    let view = await loadedView(ScriptedProvider(total: 12))
    let count = screen.frames.count
    #expect(view.press(.up))
    #expect(view.press(.dismiss))
    await view.settle()
    #expect(screen.frames.count == count)
    view.repair()
    #expect(screen.frames.count == count + 1)
    view.disappear()
  }

  @Test func newSizeIsDrawnAtOnce() async {
    let view = await loadedView(ScriptedProvider(total: 12))
    view.resize(to: TerminalSize(columns: 30, rows: 5))
    #expect(screen.last.contains("Terminal too small"))
    view.resize(to: .standard)
    #expect(screen.last.contains("> word0 "))
    view.disappear()
  }

  @Test func quitKeyEndsTheScreen() async {
    let view = await loadedView(ScriptedProvider(total: 12))
    #expect(!view.press(.quit))
    view.disappear()
  }
}
