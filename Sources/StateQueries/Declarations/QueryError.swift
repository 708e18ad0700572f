/// An error of a cache itself; the errors of loads are those of the services.
public struct QueryError: Error, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Hashable, Sendable {
    fileprivate let text: String

    /// The entry was removed while a caller waited for it.
    public static let removed = Code(text: "was removed while a caller waited for it")
    /// A mutation has removed the entity that the content was about.
    public static let entityRemoved = Code(text: "is about an entity that was removed")
    /// The preview or the test has no answer for the query.
    public static let unstubbed = Code(text: "has no answer in this preview or test")
    /// Loads need the content of each other.
    public static let cycle = Code(text: "is a cycle: no load can wait for its own content")
  }

  /// The kind of the error.
  public let code: Code
  /// The query as text; of a cycle, all queries, each followed by the one whose content it needs.
  public let key: String

  init(_ code: Code, _ query: some ResourceQuery) {
    self.code = code
    key = String(describing: query)
  }

  init(cycle: [any ResourceQuery]) {
    code = .cycle
    key = cycle.map { String(describing: $0) }.joined(separator: " → ")
  }

  /// The error as a sentence.
  public var description: String { "\(key) \(code.text)" }
}
