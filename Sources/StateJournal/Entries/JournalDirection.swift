/// A direction through the entries of a journal.
public enum JournalDirection: Sendable {
  /// Towards earlier entries.
  case backward
  /// Towards later entries.
  case forward
}
