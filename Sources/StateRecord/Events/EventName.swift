/// The name of an event: in files of sessions and in the inspector.
package enum EventName: String, Codable, Sendable, CaseIterable {
  case storeMade
  case storeEnded
  case actionReceived
  case actionQueued
  case actionDropped
  case actionHandled
  case actionFailed
  case actionDone
  case change
  case effectWaiting
  case effectStarted
  case effectDropped
  case effectFailed
  case effectCancelled
  case effectEnded
  case loading
  case errorShown
  case element
  case drawn
  case history
  case queryStarted
  case queryAnswered
  case queryFailed
  case queryCancelled
  case outboxEnqueued
  case outboxMerged
  case outboxStarted
  case outboxApplied
  case outboxWaits
  case outboxFailed
  case outboxCancelled
  case outboxRemoved
  case outboxUnstored
  case travel
  case resume
  case commit
}

extension StateEvent.Kind {
  package var name: EventName {
    switch self {
    case .storeMade: .storeMade
    case .storeEnded: .storeEnded
    case .actionReceived: .actionReceived
    case .actionQueued: .actionQueued
    case .actionDropped: .actionDropped
    case .actionHandled: .actionHandled
    case .actionFailed: .actionFailed
    case .actionDone: .actionDone
    case .change: .change
    case .effect(_, .waiting): .effectWaiting
    case .effect(_, .started): .effectStarted
    case .effect(_, .dropped): .effectDropped
    case .effect(_, .failed): .effectFailed
    case .effect(_, .cancelled): .effectCancelled
    case .effect(_, .ended): .effectEnded
    case .loading: .loading
    case .errorShown: .errorShown
    case .element: .element
    case .drawn: .drawn
    case .history: .history
    case .query(let attempt): attempt.step.name
    case .outbox(let event): event.step.name
    case .restored(.travel): .travel
    case .restored(.resume): .resume
    case .restored(.commit): .commit
    }
  }
}

extension QueryAttempt.Step {
  fileprivate var name: EventName {
    switch self {
    case .started: .queryStarted
    case .answered: .queryAnswered
    case .failed: .queryFailed
    case .cancelled: .queryCancelled
    }
  }
}

extension OutboxEvent.Step {
  package var name: EventName {
    switch self {
    case .enqueued: .outboxEnqueued
    case .merged: .outboxMerged
    case .started: .outboxStarted
    case .applied: .outboxApplied
    case .waits: .outboxWaits
    case .failed: .outboxFailed
    case .cancelled: .outboxCancelled
    case .removed: .outboxRemoved
    case .unstored: .outboxUnstored
    }
  }
}

/// The name of the reason for a change, or of the sender of an action.
package enum CauseName: String, Codable, Sendable, CaseIterable {
  case handler
  case effect
  case query
  case outbox
  case update
  case binding
  case restore
  case inspector
  case undo
  case redo
  case outside
}

extension EventCause {
  package var name: CauseName {
    switch self {
    case .handler: .handler
    case .effect: .effect
    case .query: .query
    case .outbox: .outbox
    case .update: .update
    case .binding: .binding
    case .restore: .restore
    case .inspector: .inspector
    case .undo: .undo
    case .redo: .redo
    case .outside: .outside
    }
  }
}
