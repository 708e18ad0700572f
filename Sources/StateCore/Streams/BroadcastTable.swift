/// The rules of a stream with many subscribers: the subscribers, the first elements of a new one, and
/// that the end is final.
package struct BroadcastTable<Element, Subscriber> {
  package typealias SubscriberID = Int

  package enum Subscription {
    /// The subscriber is entered and is to be given `replay` first.
    case active(SubscriberID, replay: Element?)
    /// Nothing more will come; the subscriber is to be given `replay` and ended.
    case finished(replay: Element?)
  }

  private let replaysLatest: Bool
  private var latest: Element?
  private var isFinished = false
  // Handed to in the order in which they came, the same in every process.
  private var subscribers = NumberedList<Subscriber>()

  package init(first: Element? = nil, replaysLatest: Bool) {
    self.replaysLatest = replaysLatest
    latest = replaysLatest ? first : nil
  }

  package var count: Int { subscribers.count }

  package mutating func subscribe(_ subscriber: Subscriber) -> Subscription {
    if isFinished { return .finished(replay: latest) }
    return .active(subscribers.append(subscriber), replay: latest)
  }

  /// Takes a subscriber out; the caller releases it outside its lock.
  package mutating func unsubscribe(_ id: SubscriberID) -> Subscriber? {
    subscribers.remove(id)
  }

  /// Notes `element` as the latest and hands it to each subscriber.
  ///
  /// After the end: nothing.
  ///
  /// - Returns: The element that is no longer the latest, released by the caller outside its lock.
  package mutating func emit(_ element: Element, to deliver: (Subscriber) -> Void) -> Element? {
    guard !isFinished else { return nil }
    subscribers.visit(deliver)
    guard replaysLatest else { return nil }
    let previous = latest
    latest = element
    return previous
  }

  /// Ends the stream.
  ///
  /// The subscribers it had are to be ended by the caller; later calls have none.
  package mutating func finish() -> [Subscriber] {
    isFinished = true
    return subscribers.removeAll()
  }
}
