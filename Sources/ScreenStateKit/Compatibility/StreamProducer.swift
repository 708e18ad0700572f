import StateCore

/// An actor that emits elements to any number of subscribers.
public protocol StreamProducerType: Actor {
  /// The type of the elements.
  associatedtype Element: Sendable
  /// Whether a new subscriber receives the latest element first.
  var withLatest: Bool { get }
  /// A new subscription for each read, registered before the property returns.
  var stream: AsyncStream<Element> { get }
  /// Sends an element to all subscribers.
  func emit(element: Element)
  /// Ends all subscriptions.
  func finish()
  /// Calls `finish()` from any context.
  nonisolated func nonIsolatedFinish()
}

/// An actor that emits each element to all current subscribers, in the same order.
///
/// The end is final. A later subscriber receives the latest element, if the producer replays it, and then the end. A
/// later element is ignored. Subscriptions also end when the producer is deallocated.
public actor StreamProducer<Element: Sendable>: StreamProducerType {
  /// The policy that decides which elements are buffered for a subscriber: all, the newest, or the oldest.
  public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

  /// Whether a new subscriber receives the latest element first.
  public let withLatest: Bool
  /// The policy for the buffer of each subscriber.
  package nonisolated let bufferingPolicy: BufferingPolicy
  private nonisolated let broadcast: Broadcast<Element>

  /// Creates a producer whose latest element is `element`, which is ignored without `withLatest`.
  ///
  /// A replayed element takes up space in the buffer like any other.
  public init(
    element: Element? = nil,
    withLatest: Bool = true,
    bufferingPolicy: BufferingPolicy = .unbounded
  ) {
    self.withLatest = withLatest
    self.bufferingPolicy = bufferingPolicy
    broadcast = Broadcast(
      first: element,
      replaysLatest: withLatest,
      bufferingPolicy: bufferingPolicy
    )
  }

  /// The number of subscriptions that have not ended, been cancelled, or been dropped.
  package nonisolated var subscriberCount: Int { broadcast.subscriberCount }

  /// A new subscription, registered before the property returns.
  public var stream: AsyncStream<Element> { broadcast.subscribe() }

  /// Sends an element to all current subscribers, in the order of the calls.
  ///
  /// After `finish`, the element is ignored.
  public func emit(element: Element) {
    broadcast.emit(element)
  }

  /// Ends all subscriptions, each after its buffered elements.
  public func finish() {
    broadcast.finish()
  }

  /// Calls `emit(element:)` from any context, in the order of the calls.
  public nonisolated func nonIsolatedEmit(_ element: Element) {
    broadcast.emit(element)
  }

  /// Calls `finish()` from any context, such as a `deinit`.
  public nonisolated func nonIsolatedFinish() {
    broadcast.finish()
  }
}
