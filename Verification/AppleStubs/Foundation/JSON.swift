open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }

    @available(macOS 10.13, iOS 11.0, watchOS 4.0, tvOS 11.0, *)
    public static let sortedKeys: OutputFormatting = OutputFormatting(rawValue: 2)

    @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
    public static let withoutEscapingSlashes: OutputFormatting = OutputFormatting(rawValue: 8)
  }

  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  open var outputFormatting: OutputFormatting = []
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw

  public init() { fatalError() }

  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class JSONDecoder {
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw

  public init() { fatalError() }

  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
