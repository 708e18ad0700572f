public import Foundation

public struct AsyncSocket: Sendable {
  public let socket: Socket

  public init(socket: Socket, pool: some AsyncSocketPool) throws { fatalError() }

  public func accept() async throws -> AsyncSocket { fatalError() }
  public func read(atMost bytes: Int) async throws -> [UInt8] { fatalError() }
  public func write(_ data: Data) async throws { fatalError() }
  public func close() throws { fatalError() }
}
