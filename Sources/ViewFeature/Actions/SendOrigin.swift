import StateCore

/// The place in the source where an action was sent.
struct SendOrigin: Sendable {
  let fileID: StaticString
  let line: UInt
  /// The number that a test store assigned; the feature's own actions have none.
  var ticket: Int?

  static let unknown = SendOrigin(fileID: "unknown", line: 0)

  var place: SendPlace { SendPlace(fileID: fileID, line: line) }
}
