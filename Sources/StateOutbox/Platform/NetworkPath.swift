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

  public func makeAsyncIterator() -> AsyncIterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let monitor = NWPathMonitor()
    // A connection that a request would establish is one, too.
    monitor.pathUpdateHandler = { continuation.yield($0.status != .unsatisfied) }
    monitor.start(queue: DispatchQueue(label: "StateOutbox.NetworkPath"))
    return AsyncIterator(states: stream.makeAsyncIterator(), observation: Observation(monitor))
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var states: AsyncStream<Bool>.Iterator
    fileprivate let observation: Observation

    public mutating func next() async -> Bool? { await states.next() }
  }

  fileprivate final class Observation: Sendable {
    private let monitor: NWPathMonitor

    init(_ monitor: NWPathMonitor) {
      self.monitor = monitor
    }

    deinit { monitor.cancel() }
  }
}
#endif
