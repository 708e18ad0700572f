/// An entry in a list of what a table contains.
package struct RequestListing<Key: Sendable, Content: Sendable>: Sendable {
  package let key: Key
  package let view: RequestView<Content>
  /// The age of the content; `nil` without content.
  package let age: Duration?
  /// Whether a caller with the options of the latest one starts a load.
  package let isStale: Bool
  package let waiterCount: Int
}

/// An entry as a screen shows it.
package struct RequestView<Content: Sendable>: Sendable {
  /// A failed attempt that is followed by another one.
  package struct Retry: Sendable {
    /// The number of the next attempt, starting at 2.
    package let nextAttempt: Int
    /// The error of the previous attempt.
    package let error: any Error
    /// The time of the clock at which the attempt begins; `nil` until the network is available again.
    package let time: Duration?
  }

  /// The loaded or set content with all changes on top.
  package var content: Content?
  /// The date of the content without its changes.
  package var loadedAt: Duration?
  /// Whether a load has started and not ended, including the pauses between its attempts.
  package var isLoading: Bool
  package var retry: Retry?
  /// The error of the load that ended last, until the next one ends.
  package var error: (any Error)?
  /// The number of loads that have failed, which distinguishes equal errors.
  package var failureCount: Int
  /// Whether the content was invalidated after its load began.
  package var isInvalidated: Bool
  /// Whether a change is neither confirmed nor rolled back.
  package var isPending: Bool
  package var watcherCount: Int
  /// A number that changes with the content, except with pending changes; later content of any entry has a greater one.
  package var contentNumber: Int
  /// The content number when an answer or a set value has replaced the content last.
  package var baseNumber: Int
  /// The number of invalidations, unless a load that has ended began after the last one.
  package var unservedInvalidation: Int?
  /// The number of invalidations, if the load after the last one has failed.
  package var failedInvalidation: Int?
}
