import StateCore

/// An actor that emits elements to any number of subscribers.
public protocol StreamProducerType: Actor {
  /// The type of the elements.
  associatedtype Element: Sendable
  /// Whether a new subscriber is given the latest element first.
  var withLatest: Bool { get }
  /// A new subscription at each read, registered before this returns.
  var stream: AsyncStream<Element> { get }
  /// Hands an element to all subscribers.
  func emit(element: Element)
  /// Ends all subscriptions.
  func finish()
  /// `finish()` from any context.
  nonisolated func nonIsolatedFinish()
}

/// Emits each element to every subscriber there is, in one order.
///
/// The end is final: a later subscriber gets the latest element, if there is one to replay, and the
/// end; a later element is ignored. Subscribers are ended too when the producer goes away.
public actor StreamProducer<Element: Sendable>: StreamProducerType {
  /// The elements kept for a subscriber until it takes them: all, the newest or the oldest ones.
  public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

  /// Whether a new subscriber is given the latest element first.
  public let withLatest: Bool
  /// The elements kept for each subscriber until it takes them.
  public nonisolated let bufferingPolicy: BufferingPolicy
  private nonisolated let broadcast: Broadcast<Element>

  /// Makes a producer whose latest element is `element`; without `withLatest` that is ignored.
  ///
  /// An element that is replayed takes up room in the buffer like any other.
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

  /// The number of subscriptions that are neither ended, cancelled nor dropped.
  public nonisolated var subscriberCount: Int { broadcast.subscriberCount }

  /// A new subscription, registered before this returns.
  public var stream: AsyncStream<Element> { broadcast.subscribe() }

  /// Hands an element to every subscriber there is, in the order of the calls.
  ///
  /// After `finish` it is ignored.
  public func emit(element: Element) {
    broadcast.emit(element)
  }

  /// Ends all subscriptions, each after the elements that it has not taken yet.
  public func finish() {
    broadcast.finish()
  }

  /// `emit(element:)` from any context, in the order of the calls.
  public nonisolated func nonIsolatedEmit(_ element: Element) {
    broadcast.emit(element)
  }

  /// `finish()` from any context, a `deinit` for one.
  public nonisolated func nonIsolatedFinish() {
    broadcast.finish()
  }
}
