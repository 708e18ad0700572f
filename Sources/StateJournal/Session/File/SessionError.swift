/// Why bytes are no session.
public struct SessionError: Error, Hashable {
  /// The file, if it was read from one.
  public var file: String?
  /// The line that is wrong, from 1 on.
  public var line: Int
  /// What is wrong with it.
  public var reason: String
}

extension SessionError: CustomStringConvertible {
  /// For people: `/tmp/bug.jsonl:12: the number 7 does not follow 9`.
  public var description: String { "\(file ?? "session"):\(line): \(reason)" }
}
