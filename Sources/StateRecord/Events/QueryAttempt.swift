package import StateCore
import StateFields

/// A step of an attempt to load the content of a query.
public struct QueryAttempt: Sendable {
  /// The attempt.
  public let id: ID
  /// The query with its parameters.
  public let query: EventValue
  /// What happened.
  public let step: Step
  /// The stores that have asked for the attempt, or show its content.
  package let stores: [StoreID]

  /// The identity of an attempt in the events of a process.
  public struct ID: Hashable, Sendable {
    /// The name of the query without its parameters.
    public let name: String
    /// The number of the attempt in its load, starting at 1.
    public let attempt: Int
    package let number: Int
  }

  /// A step in the life cycle of an attempt.
  public enum Step: Sendable {
    /// It has begun.
    case started(Start)
    /// It has loaded content.
    case answered
    /// It threw an error; another attempt may follow.
    case failed(EventValue)
    /// It was cancelled; its late answer is dropped.
    case cancelled
  }

  /// The start of an attempt.
  public struct Start: Hashable, Sendable {
    /// The reason for the load, which is the name of a `QueryReason`.
    public let reason: String
    /// The number of watchers.
    public let watcherCount: Int
    /// What has asked for the load.
    public let cause: EventCause
  }
}

extension QueryAttempt.ID {
  /// The name with the number of the attempt.
  package var text: String { "\(name), attempt \(attempt)" }
}
