/// Where in the source an action was sent.
struct SendOrigin: Sendable {
  let fileID: StaticString
  let line: UInt
  /// Whether a test store sent it, and not the feature itself.
  var isTest = false

  static let unknown = SendOrigin(fileID: "unknown", line: 0)
}
