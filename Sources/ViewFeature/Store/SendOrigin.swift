/// Where in the source an action was sent.
struct SendOrigin: Sendable {
  let fileID: StaticString
  let line: UInt

  static let unknown = SendOrigin(fileID: "unknown", line: 0)
}
