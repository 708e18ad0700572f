#if canImport(SwiftUI)
import Foundation
import LexiconCore
import LexiconDatabase
import LexiconSwiftUI
import SwiftUI
import WordService

/// The app for Apple platforms, with an embedded word service.
@main
struct LexiconApp: App {
  private let content: LexiconContent

  init() {
    let words = SQLiteWordStore(
      path: SQLiteWordStore.defaultPath,
      source: WordLibrary.wordNetJSON
    )
    let server = WordServer(configuration: WordServer.Configuration()) {
      try await WordLibrary(json: words.json())
    }
    content = LexiconContent(
      provider: HTTPWordProvider(timeout: 10) { try await server.start() },
      library: SQLiteNoteLibrary(path: SQLiteNoteLibrary.defaultPath, busyTimeout: 10),
      importer: SQLiteWordStore.hasWords(at: SQLiteWordStore.defaultPath) ? nil : words
    )
  }

  var body: some Scene {
    LexiconScene(
      content: content,
      keepingIn: URL(filePath: SQLiteNoteLibrary.defaultPath).deletingLastPathComponent()
    )
  }
}
#else
import Foundation

@main
enum LexiconApp {
  static func main() {
    let text = "LexiconApp needs SwiftUI. Run lexicon for the terminal.\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(EXIT_FAILURE)
  }
}
#endif
