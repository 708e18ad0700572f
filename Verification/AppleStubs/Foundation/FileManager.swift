@available(macOS 10.0, iOS 2.0, tvOS 9.0, watchOS 2.0, *)
open class FileManager: @unchecked Sendable {
  open class var `default`: FileManager { fatalError() }

  public init() { fatalError() }

  open func fileExists(atPath path: String) -> Bool { fatalError() }

  @available(macOS 10.7, iOS 5.0, *)
  open func createDirectory(
    at url: URL,
    withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
}

public struct FileAttributeKey: Hashable, Sendable, RawRepresentable {
  public let rawValue: String
  public init(rawValue: String) { fatalError() }
}
