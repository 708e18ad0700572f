extension Logger {
  public typealias Metadata = [String: MetadataValue]

  public enum MetadataValue: Sendable {
    case string(String)
    case stringConvertible(any CustomStringConvertible & Sendable)
    case dictionary(Metadata)
    case array([MetadataValue])
  }
}

extension Logger.MetadataValue: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {
    fatalError()
  }
}

extension Logger.MetadataValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Logger.MetadataValue)...) {
    fatalError()
  }
}

extension Logger.MetadataValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Logger.MetadataValue...) {
    fatalError()
  }
}
