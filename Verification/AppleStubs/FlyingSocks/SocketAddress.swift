public import Darwin

public protocol SocketAddress: Sendable {
  static var family: sa_family_t { get }
}

extension sockaddr_in: SocketAddress {
  public static var family: sa_family_t { fatalError() }
}

extension SocketAddress where Self == sockaddr_in {
  public static func inet(ip4: String, port: UInt16) throws -> Self { fatalError() }
}
