import ArgumentParser
import Foundation
package import StateJournal

/// The options to record a session and to replay a recorded one.
package struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write the session to this file when the app ends.", valueName: "file")
  )
  var record: String?

  @Option(
    help: ArgumentHelp("Show the recorded session in this file, entry by entry.", valueName: "file")
  )
  var replay: String?

  @Flag(help: "Serve the inspector for a browser, at the address on standard error.")
  var inspect = false

  @Flag(help: "With --inspect, let the page change the app and travel in time.")
  var control = false

  package init() {}

  package func validate() throws {
    if record != nil, replay != nil {
      throw ValidationError("--record and --replay can't be combined.")
    }
    if inspect, replay != nil {
      throw ValidationError("--inspect and --replay can't be combined.")
    }
    if control, !inspect {
      throw ValidationError("--control requires --inspect.")
    }
  }

  /// Starts recording all stores created from now on, if an option requires it.
  @MainActor
  package func startRecording() -> Journal? {
    record != nil || inspect ? Journal.recordAll() : nil
  }

  /// Writes the journal's session to the file given by the option.
  @MainActor
  package func write(_ journal: Journal) async throws(SessionFailure) {
    guard let record else { return }
    do {
      try await journal.export(to: URL(fileURLWithPath: record))
    } catch {
      throw .notWritten(record, "\(error)")
    }
  }

  /// Returns the session to replay, or `nil` if the option isn't set.
  package func session() throws(SessionFailure) -> StateSession? {
    guard let replay else { return nil }
    return try StateSession(file: replay)
  }
}

extension StateSession {
  /// Reads a file named by the user.
  package init(file: String) throws(SessionFailure) {
    do {
      try self.init(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw .notRead("\(error)")
    }
  }
}
