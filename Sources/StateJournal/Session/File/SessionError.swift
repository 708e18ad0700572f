/// An error that explains why bytes aren't a valid session.
public struct SessionError: Error, Hashable {
  /// The path of the file, if the session was read from one.
  public var file: String?
  /// The number of the wrong line, starting at 1.
  public var line: Int
  /// The reason why the line is wrong.
  public var reason: String
}

extension SessionError: CustomStringConvertible {
  /// A readable description: `/tmp/bug.jsonl:12: the number 7 does not follow 9`.
  public var description: String { "\(file ?? "session"):\(line): \(reason)" }
}
