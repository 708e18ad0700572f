// swift-format-ignore: AlwaysUseLowerCamelCase
public let EADDRINUSE: Int32 = 48
// swift-format-ignore: AlwaysUseLowerCamelCase
public let SHUT_WR: Int32 = 1

// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias sa_family_t = UInt8

// swift-format-ignore: TypeNamesShouldBeCapitalized
public struct sockaddr_in: Sendable {
  public init() { fatalError() }
}

public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 {
  fatalError()
}
