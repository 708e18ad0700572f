#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// A request of HTTP.
struct ReceivedRequest: Sendable, Equatable {
  var method: String
  var path: String
  /// What stands behind the question mark.
  var query: String
  /// The headers by their names in small letters; each with all its values.
  var headers: [String: [String]]
  var body: [UInt8] = []

  /// The value of a header that is there once.
  func header(_ name: String) -> String? {
    guard let values = headers[name], values.count == 1 else { return nil }
    return values[0]
  }
}
#endif
