import Foundation
import LexiconCore
import Testing

@testable import LexiconTerminal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ImportViewTests {
  /// Imports four words in two steps; the calls with the given numbers fail after the first step.
  private actor Importer: WordImporter {
    private let failing: Set<Int>
    private var count = 0

    init(failing: Set<Int> = []) {
      self.failing = failing
    }

    func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws {
      count += 1
      await report(ImportProgress(done: 2, total: 4))
      if failing.contains(count) { throw ScriptedLibrary.Failure() }
      await report(ImportProgress(done: 4, total: 4))
    }
  }

  private final class Frames {
    var all: [String] = []
  }

  private func view(_ importer: Importer, _ frames: Frames) async -> LexiconView {
    let view = LexiconView(
      content: LexiconContent(
        provider: ScriptedProvider(total: 45),
        library: ScriptedLibrary(["house": "mine"]),
        importer: importer
      ),
      size: .standard,
      show: { frame, _ in frames.all.append(frame.plainText) }
    )
    view.appear()
    #expect(frames.all.first?.contains("Importing the words…") == true)
    await view.settle()
    return view
  }

  @Test func listFollowsTheImport() async {
    let frames = Frames()
    _ = await view(Importer(), frames)
    #expect(frames.all.last?.contains("> word0 ") == true)
  }

  @Test func importThatFailedGoesOnAtAKey() async {
    let frames = Frames()
    let view = await view(Importer(failing: [1]), frames)
    #expect(frames.all.last?.contains("Error: the database is locked") == true)
    #expect(frames.all.last?.contains("2 of 4 words imported") == true)
    _ = view.press(.character("r"))
    await view.settle()
    #expect(frames.all.last?.contains("> word0 ") == true)
  }

  @Test func helpIsShownAndLeftAgain() async {
    let frames = Frames()
    let view = await view(Importer(failing: [1]), frames)
    let before = frames.all.last
    _ = view.press(.character("?"))
    #expect(frames.all.last?.contains("  r                    retry a failed import") == true)
    _ = view.press(.character("r"))
    _ = view.press(.escape)
    await view.settle()
    #expect(frames.all.last == before)
  }

  @Test func savedWordsCanBeReadWhereTheImportFails() async {
    let frames = Frames()
    let view = await view(Importer(failing: [1]), frames)
    _ = view.press(.character("s"))
    await view.settle()
    #expect(frames.all.last?.contains("> house") == true)
    _ = view.press(.escape)
    await view.settle()
    #expect(frames.all.last?.contains("> word0 ") == true)
  }
}
