public struct Socket: Sendable, Hashable {
  public struct FileDescriptor: RawRepresentable, Sendable, Hashable {
    public var rawValue: Int32
    public init(rawValue: Int32) { fatalError() }
  }

  public enum Address: Sendable, Hashable {
    case ip4(String, port: UInt16)
    case ip6(String, port: UInt16)
    case unix(String)
  }

  public let file: FileDescriptor

  public init(domain: Int32) throws { fatalError() }

  public func setValue<Option: SocketOption>(
    _ value: Option.Value,
    for option: Option
  ) throws {
    fatalError()
  }

  public func bind(to address: some SocketAddress) throws { fatalError() }
  public func listen(maxPendingConnection: Int32 = 128) throws { fatalError() }
  public func sockname() throws -> Address { fatalError() }
  public func close() throws { fatalError() }
}

public protocol SocketOption {
  associatedtype Value
}

public struct BoolSocketOption: SocketOption {
  public typealias Value = Bool
}

extension SocketOption where Self == BoolSocketOption {
  public static var localAddressReuse: Self { fatalError() }
  public static var noSIGPIPE: Self { fatalError() }
}
