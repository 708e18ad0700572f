#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import FlyingFox
import FlyingSocks
import Foundation
import StateFields

/// The system's sockets, wrapped by FlyingSocks so that a task can wait for them.
///
/// FlyingFox's HTTP server isn't used, because it doesn't limit headers, messages, and connections.
struct ServerSockets: Sendable {
  private let pool: any AsyncSocketPool
  private let listening: AsyncSocket
  /// The local address that the server listens on; 0.0.0.0 stands for all.
  let address: String
  let port: UInt16

  /// Listens on a port, or on a free one if `port` is 0.
  init(port: UInt16, allowsNetwork: Bool) async throws(InspectorError) {
    pool = HTTPServer.defaultPool()
    do {
      try await pool.prepare()
      let address = try sockaddr_in.inet(ip4: allowsNetwork ? "0.0.0.0" : "127.0.0.1", port: port)
      let socket = try Socket(domain: Self.domain(of: address))
      do {
        // This makes a recently closed port available immediately.
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

  /// Waits for events of all sockets until the task is cancelled.
  func run() async { try? await pool.run() }

  /// Accepts the next connection.
  ///
  /// - Throws: A system error, such as too many open files, or a cancellation error.
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

  /// Reads some bytes.
  ///
  /// Returns `nil` at the end.
  func read() async throws -> [UInt8]? {
    do {
      let bytes = try await socket.read(atMost: 4_096)
      return bytes.isEmpty ? nil : bytes
    } catch SocketError.disconnected {
      return nil
    }
  }

  /// Returns when the system has accepted all bytes.
  func write(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    try await socket.write(Data(bytes))
  }

  /// Tells the peer that no more bytes follow, and reads some of what the peer has sent.
  ///
  /// If that isn't read, the last response may be lost.
  func drain(_ clock: ServerClock, _ time: Duration) async {
    socket.socket.endWriting()
    try? await clock.withLimit(time) {
      var left = 2_048
      while left > 0, try await read() != nil { left -= 1 }
    }
  }

  func close() async {
    // The pool removes a file descriptor after the wait for it ends. If another connection had the same number by then,
    // the pool wouldn't wait for that connection.
    await (pool as? any SettlingPool)?.settle()
    try? socket.close()
  }
}

/// A pool that can report when its pending work is done.
private protocol SettlingPool: Sendable {
  func settle() async
}

extension SocketPool: SettlingPool {
  fileprivate func settle() async {}
}
#endif
