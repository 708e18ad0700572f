import StateRecord

/// A step of an attempt to load the content of a query, in a session.
public struct SessionQuery: Sendable, Hashable {
  /// The attempt.
  public var id: ID
  /// The query with its parameters.
  public var query: SessionValue
  /// What happened.
  public var step: Step

  package init(id: ID, query: SessionValue, step: Step) {
    self.id = id
    self.query = query
    self.step = step
  }

  /// The identity of an attempt in a session.
  public struct ID: Sendable, Hashable {
    /// The name of the query without its parameters.
    public var name: String
    /// The number of the attempt in its load, starting at 1.
    public var attempt: Int
    /// The number of the attempt in the process.
    public var number: Int

    package init(name: String, attempt: Int, number: Int) {
      self.name = name
      self.attempt = attempt
      self.number = number
    }
  }

  /// A step in the life cycle of an attempt, in a session.
  public enum Step: Sendable, Hashable {
    /// It has begun, for a number of watchers.
    case started(reason: String, watcherCount: Int, by: SessionCause)
    /// It has loaded content.
    case answered
    /// It threw an error.
    case failed(SessionValue)
    /// It was cancelled.
    case cancelled
  }
}

extension SessionQuery.Step {
  var name: EventName {
    switch self {
    case .started: .queryStarted
    case .answered: .queryAnswered
    case .failed: .queryFailed
    case .cancelled: .queryCancelled
    }
  }
}

extension SessionQuery {
  @MainActor
  init(_ attempt: QueryAttempt) {
    self.init(id: ID(attempt.id), query: SessionValue(attempt.query), step: Step(attempt.step))
  }
}

extension SessionQuery.ID {
  init(_ id: QueryAttempt.ID) {
    self.init(name: id.name, attempt: id.attempt, number: id.number)
  }
}

extension SessionQuery.Step {
  @MainActor
  fileprivate init(_ step: QueryAttempt.Step) {
    self =
      switch step {
      case .started(let start):
        .started(
          reason: start.reason,
          watcherCount: start.watcherCount,
          by: SessionCause(start.cause)
        )
      case .answered: .answered
      case .failed(let error): .failed(SessionValue(error))
      case .cancelled: .cancelled
      }
  }
}
