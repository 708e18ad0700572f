#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import FlyingFox
import FlyingSocks
import Foundation
import StateFields

/// The sockets of the system, of which FlyingSocks makes some that a task can wait for.
///
/// Its server of HTTP is not used: it has no bound for headers, messages and connections.
struct ServerSockets: Sendable {
  private let pool: any AsyncSocketPool
  private let listening: AsyncSocket
  /// The address of the device at which it listens; 0.0.0.0 stands for all.
  let address: String
  let port: UInt16

  /// Listens on a port, or on one that is free.
  init(port: UInt16, allowsNetwork: Bool) async throws(InspectorError) {
    pool = HTTPServer.defaultPool()
    do {
      try await pool.prepare()
      let address = try sockaddr_in.inet(ip4: allowsNetwork ? "0.0.0.0" : "127.0.0.1", port: port)
      let socket = try Socket(domain: Self.domain(of: address))
      do {
        // So that a port can be used at once that was left.
        try socket.setValue(true, for: BoolSocketOption.localAddressReuse)
        try socket.ignoreBrokenPipes()
        try socket.bind(to: address)
        try socket.listen()
        guard case .ip4(let address, let port) = try socket.sockname() else {
          throw SocketError.unsupportedAddress
        }
        self.address = address
        self.port = port
        listening = try Self.makeSocket(socket, pool)
      } catch {
        try? socket.close()
        throw error
      }
    } catch let error as SocketError {
      if case .failed(_, let code, _) = error, code == EADDRINUSE { throw .portIsInUse(port) }
      throw .cannotListen(error.errorDescription ?? "\(error)")
    } catch {
      throw .cannotListen(describeForLog(error: error))
    }
  }

  private static func domain<Address: SocketAddress>(of address: Address) -> Int32 {
    Int32(Address.family)
  }

  private static func makeSocket(
    _ socket: Socket,
    _ pool: some AsyncSocketPool
  ) throws -> AsyncSocket {
    try AsyncSocket(socket: socket, pool: pool)
  }

  /// Waits for all sockets, until the task is cancelled.
  func run() async { try? await pool.run() }

  /// The next connection.
  ///
  /// - Throws: An error of the system, such as that there are no more files, or of the cancellation.
  func accept() async throws -> ServerSocket {
    ServerSocket(try await listening.accept(), pool)
  }

  func close() async {
    await (pool as? any SettlingPool)?.settle()
    try? listening.close()
  }
}

/// A connection.
struct ServerSocket: Sendable {
  private let socket: AsyncSocket
  private let pool: any AsyncSocketPool

  fileprivate init(_ socket: AsyncSocket, _ pool: any AsyncSocketPool) {
    self.socket = socket
    self.pool = pool
  }

  /// Some bytes; nothing at the end.
  func read() async throws -> [UInt8]? {
    do {
      let bytes = try await socket.read(atMost: 4_096)
      return bytes.isEmpty ? nil : bytes
    } catch SocketError.disconnected {
      return nil
    }
  }

  /// Returns when the system has taken all bytes.
  func write(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    try await socket.write(Data(bytes))
  }

  /// Tells the other side that nothing more comes, and reads some of what it has sent: where that is not read, the last
  /// answer may be lost.
  func drain(_ clock: ServerClock) async {
    socket.socket.endWriting()
    try? await clock.withLimit(.milliseconds(500)) {
      var left = 2_048
      while left > 0, try await read() != nil { left -= 1 }
    }
  }

  func close() async {
    // The pool forgets a file behind the end of a wait for it. If another connection had its number by then, the pool
    // would not wait for that one.
    await (pool as? any SettlingPool)?.settle()
    try? socket.close()
  }
}

/// A pool of which can be known that it has done what it was about to.
private protocol SettlingPool: Sendable {
  func settle() async
}

extension SocketPool: SettlingPool {
  fileprivate func settle() async {}
}
#endif
