#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// An HTTP request.
struct ReceivedRequest: Sendable, Equatable {
  var method: String
  var path: String
  /// The part after the question mark.
  var query: String
  /// The values of each header, by lowercase name.
  var headers: [String: [String]]
  var body: [UInt8] = []

  /// Returns the value of a header that occurs exactly once.
  func header(_ name: String) -> String? {
    guard let values = headers[name], values.count == 1 else { return nil }
    return values[0]
  }
}
#endif
