// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

@available(macOS 10.8, iOS 6.0, tvOS 9.0, watchOS 2.0, *)
public struct UUID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public init() { fatalError() }
  public init(uuid: uuid_t) { fatalError() }
  public var uuid: uuid_t { fatalError() }
  public init?(uuidString string: __shared String) { fatalError() }

  public var uuidString: String { fatalError() }
  public var description: String { fatalError() }

  public static func < (first: UUID, second: UUID) -> Bool {
    fatalError()
  }
}
