import Foundation

/// The standard streams of the process, where they are not a terminal.
package enum StandardStreams {
  package static func writeOutput(_ text: String) {
    write(text, to: .standardOutput)
  }

  package static func writeError(_ text: String) {
    write(text + "\n", to: .standardError)
  }

  /// The lines of a script on standard input; ends where the input ends.
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
    // Whoever closed the other end does not want to hear about it.
    try? file.write(contentsOf: Data(text.utf8))
  }
}
