/// Listens to the loads of content that several screens share.
@MainActor
package protocol LoadListener {
  /// The cause of the code that runs now.
  var cause: any LoadCause { get }
  /// Notes the start of an attempt, for the states that show the content.
  func begin(_ start: LoadStart, shownBy states: [AnyObject]) -> any LoadNote
}

/// The code that has asked for a load.
package protocol LoadCause: Sendable {}

/// The start of an attempt of a load.
package struct LoadStart {
  /// The query with its parameters.
  package let query: any Sendable
  /// The name of the query without its parameters.
  package let name: String
  /// The number of the attempt in its load, starting at 1.
  package let attempt: Int
  package let reason: String
  package let watcherCount: Int
  package let cause: any LoadCause

  package init(
    query: any Sendable,
    name: String,
    attempt: Int,
    reason: String,
    watcherCount: Int,
    cause: any LoadCause
  ) {
    self.query = query
    self.name = name
    self.attempt = attempt
    self.reason = reason
    self.watcherCount = watcherCount
    self.cause = cause
  }
}

/// An attempt that a listener has noted.
@MainActor
package protocol LoadNote: ContentNote {
  /// What has asked for the load.
  var cause: any LoadCause { get }
  /// The number of the attempt in its load, and the reason for the load.
  var attempt: Int { get }
  var reason: String { get }
  /// Notes the end of the attempt.
  func end(_ end: LoadEnd, shownBy states: [AnyObject])
}

/// The end of an attempt.
package enum LoadEnd {
  case answered
  case failed(any Error)
  case cancelled
}
