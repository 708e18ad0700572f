import StateCore

/// The place in the source where an action was sent.
package struct SendOrigin: Sendable {
  let fileID: StaticString
  let line: UInt
  /// The number that a test store assigned; the feature's own actions have none.
  var ticket: Int?

  package init(fileID: StaticString, line: UInt, ticket: Int? = nil) {
    self.fileID = fileID
    self.line = line
    self.ticket = ticket
  }

  static let unknown = SendOrigin(fileID: "unknown", line: 0)

  var place: SendPlace { SendPlace(fileID: fileID, line: line) }
}
