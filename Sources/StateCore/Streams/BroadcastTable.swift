/// The rules of a stream with many subscribers: its subscribers, the first element for a new one, and a final end.
package struct BroadcastTable<Element, Subscriber> {
  package typealias SubscriberID = Int

  package enum Subscription {
    /// The subscriber was added. Deliver `replay` to it first.
    case active(SubscriberID, replay: Element?)
    /// The stream has finished. Deliver `replay` to the subscriber, then end it.
    case finished(replay: Element?)
  }

  private let replaysLatest: Bool
  private var latest: Element?
  private var isFinished = false
  // Elements are delivered in the order of subscription, which is the same in every process.
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

  /// Removes a subscriber.
  ///
  /// The caller releases it outside its lock.
  package mutating func unsubscribe(_ id: SubscriberID) -> Subscriber? {
    subscribers.remove(id)
  }

  /// Stores `element` as the latest one and delivers it to each subscriber.
  ///
  /// Does nothing after the end.
  ///
  /// - Returns: The previous latest element. The caller releases it outside its lock.
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
  /// The caller ends the returned subscribers. Later calls return none.
  package mutating func finish() -> [Subscriber] {
    isFinished = true
    return subscribers.removeAll()
  }
}
