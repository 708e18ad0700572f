#if canImport(Network)
import Dispatch
import Network

/// Whether a request can probably reach a server, as the system sees the network.
///
/// ```swift
/// await outbox.follow(connectivity: NetworkPath())
/// ```
///
/// The sequence begins with the present state and has no end; only the latest state waits for a slow reader. Each
/// iteration observes the network until its iterator is released.
public struct NetworkPath: AsyncSequence, Sendable {
  public typealias Element = Bool

  /// Creates the sequence.
  public init() {}

  public func makeAsyncIterator() -> AsyncStream<Bool>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let monitor = NWPathMonitor()
    // A connection that a request would establish is one, too.
    monitor.pathUpdateHandler = { continuation.yield($0.status != .unsatisfied) }
    // The release of the iterator ends the stream.
    continuation.onTermination = { _ in monitor.cancel() }
    monitor.start(queue: DispatchQueue(label: "StateOutbox.NetworkPath"))
    return stream.makeAsyncIterator()
  }
}
#endif
