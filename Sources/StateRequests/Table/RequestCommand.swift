/// The number with which its owner names a caller of one table; later callers have greater numbers.
package typealias RequestCaller = Int

/// The number with which its owner names changes that are confirmed or rolled back together.
package typealias RequestChange = Int

/// The reason for a load.
package enum RequestReason: Hashable, Sendable {
  /// A watch has begun, or the entry of a watch was removed.
  case watch
  /// A caller waits for the content.
  case value
  /// A caller wants content that is newer than its request.
  case reload
  /// The interval of a watch has passed.
  case interval
  /// An event of a watch has arrived.
  case event
  /// The app is active again.
  case active
  /// The network is available again.
  case reconnect
  /// The content was invalidated.
  case invalidated
  /// Content that the entry depends on has changed.
  case dependency
}

/// One call of the function that loads an entry.
package struct RequestAttempt: Hashable, Sendable {
  let slot: Int
  /// The number of attempts in the table before this one, plus one.
  package let number: Int
  /// The number of the attempt in its load, starting at 1; the reading of a record before it has 0.
  package let attempt: Int
  /// The reason for the load.
  package let reason: RequestReason
}

/// The answer that a waiting caller gets.
package enum RequestOutcome<Content: Sendable>: Sendable {
  /// The content; `isLoaded` is `false` if it was fresh when the caller asked.
  case content(Content, isLoaded: Bool)
  case failure(any Error)
  /// The entry was removed.
  case removed
  /// The caller has left.
  case cancelled
}

/// An action for the owner of a table to perform.
package enum RequestCommand<Key: Hashable & Sendable, Content: Sendable>: Sendable {
  /// Loads the entry, and ends with `answer` or `failure`.
  case start(RequestAttempt, Key)
  /// Reads the record of the entry, and ends with `endReading`.
  case read(RequestAttempt, Key)
  /// Keeps the confirmed content of the entry in its record.
  case store(Key, RequestRecord<Content>)
  /// Calls a function, in the order of the other commands.
  case call(@MainActor @Sendable () -> Void)
  /// Cancels the task of an attempt; the table ignores its answer.
  case cancel(RequestAttempt)
  /// Calls `wake` at this time of the clock, or never; replaces the earlier command.
  case wake(at: Duration?)
  /// Calls `endTurn` after the current turn of the main actor.
  case endTurn
  case resume(RequestCaller, RequestOutcome<Content>)
  /// Ends a watch, which gets no content from now on.
  case endWatch(RequestCaller)
  /// Shows the entry to those who watch it or look at it.
  case publish(Key)
}
