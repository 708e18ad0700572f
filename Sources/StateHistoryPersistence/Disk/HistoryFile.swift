import StatePersistence

/// The file with the steps of a history, off the main actor.
actor HistoryFile {
  private let file: RecordFile
  private var last: SavedText?

  init(_ file: RecordFile) {
    self.file = file
  }

  /// Reads the steps, if there are any.
  ///
  /// - Throws: A `damaged` or `otherVersion` error if the file isn't one of steps, or another one if it can't be read.
  func read() throws(SavedStateError) -> SavedHistory? {
    guard let contents = try file.read() else { return nil }
    guard contents.name == SavedHistory.name else {
      throw SavedStateError(.otherState, "the data was saved by another state")
    }
    guard contents.version == SavedHistory.version else {
      throw SavedStateError(.otherVersion, "the steps are in another format")
    }
    do { return try contents.decode(SavedHistory.self, SavedHistory.name) } catch {
      throw SavedStateError(.damaged, "expected the steps of a history: \(error.reason)")
    }
  }

  /// Returns the error of a file, which is set aside if it is damaged.
  func reported(_ error: SavedStateError) -> SavedStateError {
    switch error.code {
    case .damaged, .truncated: file.setAside(error)
    default: file.error(error)
    }
  }

  /// Replaces the steps, unless they are the same as before.
  func write(_ captured: CapturedHistory) throws(SavedStateError) {
    var contents = RecordFolder.Contents(
      name: SavedHistory.name,
      version: SavedHistory.version
    )
    do {
      let saved = try captured.encoded()
      let text = try SavedText(encoding: saved)
      if text == last { return }
      last = nil
      try contents.encode(saved, SavedHistory.name)
      try file.write(contents)
      last = text
    } catch {
      throw error as? SavedStateError
        ?? SavedStateError(.field, "a step can't be encoded: \(error)")
    }
  }
}
