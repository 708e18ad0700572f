public struct Logger: Sendable {
  public var logLevel: Level

  public init(label: String) {
    fatalError()
  }

  public subscript(metadataKey key: String) -> MetadataValue? {
    get { fatalError() }
    set { fatalError() }
  }
}
