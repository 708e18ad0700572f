extension History {
  /// The history without its owner, for a product that saves it.
  package var access: HistoryAccess { HistoryAccess(recorder: recorder) }
}
