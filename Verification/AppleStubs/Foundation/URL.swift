@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
public struct URL: Hashable, Codable, Sendable, CustomStringConvertible {
  public init(fileURLWithPath path: __shared String) { fatalError() }

  public init?(string: __shared String) { fatalError() }

  public var path: String { fatalError() }

  public func appendingPathComponent(_ pathComponent: String) -> URL { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public func resolvingSymlinksInPath() -> URL { fatalError() }
  public var description: String { fatalError() }
}
