import LexiconCore
package import StateJournal

extension StateSession {
  /// Returns the source of a test for `LexiconCoreTests` that replays the session of one feature.
  ///
  /// The session's file is in the folder `Sessions` next to the test.
  ///
  /// - Parameters:
  ///   - name: The name of the test.
  ///   - number: The number of the wrong entry, which also selects the feature. If it is `nil`, the test replays the
  ///     session's first feature to its end.
  ///   - file: The name of the file.
  /// - Returns: The source.
  /// - Throws: A ``LexiconTestError``.
  package func lexiconTest(
    named name: String,
    upTo number: Int?,
    file: String
  ) throws(LexiconTestError) -> String {
    let store: SessionStore
    if let number {
      guard let entry = entry(number: number) else { throw .noEntry(number) }
      guard let found = root(above: entry.store) else { throw .noFeature }
      store = found
    } else {
      let found = stores.first { $0.parent == nil && feature(of: $0) != nil }
      guard let found else { throw .noFeature }
      store = found
    }
    guard let feature = feature(of: store) else {
      throw .cannotBeRepeated(store.feature)
    }
    let source = testSource(
      named: name,
      module: "LexiconCore",
      store: store.id,
      feature: feature.feature,
      initialState: feature.state,
      upTo: number,
      file: "Sessions/\(file)"
    )
    guard let source else { throw .noFeature }
    // The test's expectations may need more than the feature's module.
    return source.replacing(
      "import StateJournal\n",
      with: "import ScreenStateKit\nimport StateJournal\n",
      maxReplacements: 1
    )
  }

  private func root(above number: Int) -> SessionStore? {
    var found = store(number)
    while let parent = found?.parent { found = store(parent) }
    return found
  }

  /// Returns the expressions that create a feature of the app and its state.
  private func feature(
    of store: SessionStore
  ) -> (feature: String, state: String)? {
    let word = word(of: store)
    switch store.feature {
    case "\(ImportFeature.self)":
      return ("ImportFeature()", "ImportFeature.State()")
    case "\(SearchFeature.self)":
      return ("SearchFeature()", "SearchFeature.State()")
    case "\(DetailsFeature.self)":
      return ("DetailsFeature()", "DetailsFeature.State(word: \(word.debugDescription))")
    case "\(SavedWordsFeature.self)":
      return ("SavedWordsFeature()", "SavedWordsFeature.State()")
    case "\(NoteEditorFeature.self)":
      return (
        "NoteEditorFeature()",
        "NoteEditorFeature.State(word: \(word.debugDescription))"
      )
    default: return nil
    }
  }
}

/// The reason why a session can't be turned into a test.
package enum LexiconTestError: Error, Equatable, CustomStringConvertible {
  case noEntry(Int)
  case noFeature
  case cannotBeRepeated(String)

  package var description: String {
    switch self {
    case .noEntry(let number): "The session has no entry \(number)"
    case .noFeature: "The session has no feature that can be repeated"
    case .cannotBeRepeated(let name): "Only features can be repeated; \(name) isn't a feature"
    }
  }
}
