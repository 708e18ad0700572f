import Foundation
import LexiconCore
import ScreenStateKit
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct KeptStatesTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "lexicon-kept-\(UUID().uuidString)", directoryHint: .isDirectory)

  private func content() -> LexiconContent {
    LexiconContent(provider: PendingProvider(), library: InMemoryLibrary())
  }

  @Test func bothStatesComeBackAndNothingIsTold() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let content = content()
    let kept = await KeptStates(content, in: folder)
    content.place.show([OpenScreen(.savedWords)])
    content.settings.showsExamples = false
    #expect(await kept.flush() == nil)

    let later = self.content()
    _ = await KeptStates(later, in: folder)
    #expect(later.place.screens == [OpenScreen(.savedWords)])
    #expect(!later.settings.showsExamples)
    #expect(later.place.displayError == nil)
  }

  @Test func damagedFileIsToldAndTheOtherIsLoaded() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let content = content()
    content.settings.showsExamples = false
    let kept = await KeptStates(content, in: folder)
    content.settings.showsExamples = true
    content.settings.showsExamples = false
    #expect(await kept.flush() == nil)
    try Data("{".utf8).write(to: folder.appending(path: "place.json"))

    let later = self.content()
    _ = await KeptStates(later, in: folder)
    let message = try #require(later.place.displayError?.message)
    #expect(message.contains("place.json.damaged-1"))
    #expect(!later.settings.showsExamples)
  }

  @Test func folderThatCannotBeMadeIsTold() async throws {
    let content = content()
    let kept = await KeptStates(content, in: URL(filePath: "/dev/null/lexicon"))
    content.place.show([OpenScreen(.savedWords)])
    _ = await kept.flush()
    let message = try #require(content.place.displayError?.message)
    #expect(message.contains("/dev/null/lexicon"))
  }
}
