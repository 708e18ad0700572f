/// A state that can be created without values, to be filled from a session or a file.
///
/// ```swift
/// extension EditorState: EmptyState {}
/// ```
@MainActor
public protocol EmptyState: SnapshotState {
  /// Creates a state whose fields are set afterwards.
  init()
}
