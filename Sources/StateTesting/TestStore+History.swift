public import FeatureStore
public import FeatureTesting
public import StateHistory

extension TestStore {
  /// Undoes the newest step of a history, and asserts the changes.
  ///
  /// ```swift
  /// await store.undo(history) { $0.title = "" }
  /// ```
  ///
  /// The test fails if the history has no step to undo, or if anything else has changed. Other calls of `undo()` are changes
  /// that the test must assert.
  public func undo(
    _ history: History,
    file: StaticString = #file,
    line: UInt = #line,
    _ expecting: (inout F.State) -> Void
  ) async {
    make("undo", file: file, line: line, { history.undo() }, expecting: expecting)
  }

  /// Redoes the step of a history that was undone last, and asserts the changes.
  ///
  /// Everything else is as for `undo`.
  public func redo(
    _ history: History,
    file: StaticString = #file,
    line: UInt = #line,
    _ expecting: (inout F.State) -> Void
  ) async {
    make("redo", file: file, line: line, { history.redo() }, expecting: expecting)
  }
}
