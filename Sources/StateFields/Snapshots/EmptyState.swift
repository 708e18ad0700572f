/// A state that can be made without values, to be given those of a session or of a file.
///
/// ```swift
/// extension EditorState: EmptyState {}
/// ```
@MainActor
public protocol EmptyState: SnapshotState {
  /// Makes a state whose fields are given their values afterwards.
  init()
}
