/// A state that can be created without values, to be filled from a session or a file.
///
/// ```swift
/// extension EditorState: RestorableState {}
/// ```
@MainActor
public protocol RestorableState: SnapshotState {
  /// Creates a state whose fields are set afterwards.
  init()
}
