@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
public struct Data: Hashable, Codable, Sendable, RandomAccessCollection {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }

  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var atomic: WritingOptions { fatalError() }
  }

  public init() { fatalError() }
  public init(capacity: Int) { fatalError() }
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  public init(contentsOf url: __shared URL, options: ReadingOptions = []) throws { fatalError() }

  public mutating func append(contentsOf elements: [UInt8]) { fatalError() }

  public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }

  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 { fatalError() }
}
