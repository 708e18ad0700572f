/// Why a test cannot do to a view what a user could do.
public enum ViewHostError: Error, Equatable {
  case notFound(String)
  case disabled(String)
  /// Something lies in front of it or the view lets no touches through.
  case outOfReach(String)
  /// It did not come about, however long the test waited.
  case waitedInVain(String)
}
