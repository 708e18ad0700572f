import Foundation

/// The standard streams of the process when they aren't a terminal.
package enum StandardStreams {
  package static func writeOutput(_ text: String) {
    write(text, to: .standardOutput)
  }

  package static func writeError(_ text: String) {
    write(text + "\n", to: .standardError)
  }

  /// Returns the lines of a script on standard input; ends with the input.
  package static func script() -> AsyncStream<SessionEvent> {
    let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    Thread.detachNewThread {
      while let line = readLine() {
        if let event = SessionEvent(line: line) {
          continuation.yield(event)
        }
      }
      continuation.finish()
    }
    return events
  }

  private static func write(_ text: String, to file: FileHandle) {
    // If the reader closed its end, the failure is ignored.
    try? file.write(contentsOf: Data(text.utf8))
  }
}
