public protocol AsyncSocketPool: Sendable {
  func prepare() async throws
  func run() async throws
}

public protocol EventQueue {}

public final actor SocketPool<Queue: EventQueue>: AsyncSocketPool {
  public func prepare() async throws { fatalError() }
  public func run() async throws { fatalError() }
}
