import Foundation
import MeetingsCore
import MeetingsTerminal
import ViewFeature

/// The app in a terminal: `meetings [--server URL] [file]`.
@main
struct MeetingsProgram {
  @MainActor
  static func main() async {
    let options = MeetingsOptions(CommandLine.arguments.dropFirst())
    let environment: StoreEnvironment
    do {
      environment = try await options.environment()
    } catch {
      FileHandle.standardError.write(Data("The app can't start: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
    let store = Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      environment: environment
    )
    let face = MeetingsFace(store: store, hasTeam: options.server != nil)
    let start = isatty(STDOUT_FILENO) == 1 ? "\u{1B}[H\u{1B}[2J" : "\n"
    let isSaved = await face.run(typedLines()) { frame in
      FileHandle.standardOutput.write(Data("\(start)\(frame)\n".utf8))
    }
    if !isSaved {
      FileHandle.standardError.write(Data("The last changes are not saved.\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  /// Reads lines on a separate thread, because `readLine()` blocks.
  private nonisolated static func typedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
