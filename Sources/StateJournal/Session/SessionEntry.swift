public import StateRecord

/// An event in a session.
public struct SessionEntry: Sendable, Hashable {
  /// The position among the events of the recorded process.
  public var number: Int
  /// The seconds since the first entry.
  public var seconds: Double
  /// The number of the store that the event belongs to.
  public var store: Int
  /// The kind of the event.
  public var kind: Kind
  /// A readable description of the entry.
  public var text: String
  /// The stores whose recording has stopped before this entry.
  package var stopped: [Int]

  package init(
    number: Int,
    seconds: Double,
    store: Int,
    kind: Kind,
    text: String,
    stopped: [Int] = []
  ) {
    self.number = number
    self.seconds = seconds
    self.store = store
    self.kind = kind
    self.text = text
    self.stopped = stopped
  }

  /// The objects that the entry adds.
  package var objects: [SessionObject] {
    switch kind {
    case .storeMade(_, let objects): objects
    case .change(let change): change.added
    default: []
    }
  }

  /// The kind of an event.
  public enum Kind: Sendable, Hashable {
    /// The recording of a store began, with its state and the objects below it.
    ///
    /// If an object is already known, it has these values from now on.
    case storeMade(SessionStore, [SessionObject])
    /// The store ended.
    case storeEnded
    /// An action was sent.
    case actionReceived(SessionAction)
    /// The action waits.
    case actionQueued(SessionID)
    /// The action isn't handled. `reason` is the name of a `StateEvent.DropReason`.
    case actionDropped(SessionID, reason: String)
    /// The handler ran for a number of seconds.
    case actionHandled(SessionID, seconds: Double)
    /// A step of the action threw an error.
    case actionFailed(SessionID, SessionValue)
    /// All work that the action started is done.
    case actionDone(SessionID)
    /// The value of a field changed.
    case change(SessionChange)
    /// An effect reached another step.
    case effect(SessionID, SessionEffectStep)
    /// The screen starts or stops showing that it loads.
    case loading(Bool)
    /// The screen shows an error.
    case errorShown(SessionValue)
    /// A stream emitted an element.
    case element(producer: String, SessionValue)
    /// A handler or an effect took a value from the environment of its store.
    case drawn(name: String, SessionValue, SessionCause)
    /// The steps of a history changed.
    case history(HistoryEvent)
    /// An attempt to load the content of a query reached another step.
    case query(SessionQuery)
    /// A change of an outbox reached another step.
    case outbox(SessionOutbox)
    /// The store shows the state after an event.
    case travel(to: Int)
    /// The store shows the current state again.
    case resume
    /// The state after an event became the current state.
    case commit(of: Int)
  }
}

extension SessionEntry.Kind {
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
    case .query(let query): query.step.name
    case .outbox(let outbox): outbox.step.name
    case .travel: .travel
    case .resume: .resume
    case .commit: .commit
    }
  }
}

/// The identity of an action or of an effect in a session.
public struct SessionID: Sendable, Hashable {
  /// The number of its store.
  public var store: Int
  /// Its number in the store.
  public var number: Int

  package init(store: Int, number: Int) {
    self.store = store
    self.number = number
  }
}

/// The types of a store in a session, and its parent store.
public struct SessionStore: Sendable, Hashable {
  /// The number of the store.
  public var id: Int
  /// The type of its state.
  public var state: String
  /// The type of its feature, or of the store itself.
  public var feature: String
  /// The number of the parent store; `nil` for a root, or if the session doesn't contain the parent.
  public var parent: Int?
  /// The number of the object that is its state; `nil` if it is only reachable through a redacted field.
  package var root: Int?
  /// The errors in the declaration of the state's fields.
  public var problems: [String]
  /// The types of the keys that the store sets in its environment, other than its parent.
  public var environmentKeys: [String]

  package init(
    id: Int,
    state: String,
    feature: String,
    parent: Int?,
    root: Int?,
    problems: [String],
    environmentKeys: [String] = []
  ) {
    self.id = id
    self.state = state
    self.feature = feature
    self.parent = parent
    self.root = root
    self.problems = problems
    self.environmentKeys = environmentKeys
  }
}

/// A sent action in a session.
public struct SessionAction: Sendable, Hashable {
  /// The identity of the action.
  public var id: SessionID
  /// The action itself.
  public var action: SessionValue
  /// The source location of the call that sent it: `App/Home.swift:12`.
  public var origin: String?
  /// What sent it.
  public var cause: SessionCause

  package init(id: SessionID, action: SessionValue, origin: String?, cause: SessionCause) {
    self.id = id
    self.action = action
    self.origin = origin
    self.cause = cause
  }
}

/// A change of a field in a session.
public struct SessionChange: Sendable, Hashable {
  /// The name of the field, prefixed by the children that lead to it: `editor.title`.
  public var name: String
  /// The number of the object that contains the field.
  package var object: Int
  /// The index of the field in the object's type.
  package var field: Int
  /// The new value.
  public var value: SessionValue
  /// The reason for the change.
  public var cause: SessionCause
  /// Whether the store showed an earlier state.
  public var isWhileTravelling: Bool
  /// The objects that the new value added.
  package var added: [SessionObject]

  package init(
    name: String,
    object: Int,
    field: Int,
    value: SessionValue,
    cause: SessionCause,
    isWhileTravelling: Bool = false,
    added: [SessionObject] = []
  ) {
    self.name = name
    self.object = object
    self.field = field
    self.value = value
    self.cause = cause
    self.isWhileTravelling = isWhileTravelling
    self.added = added
  }
}

/// The reason for a change, or the sender of an action, in a session.
public enum SessionCause: Sendable, Hashable {
  /// The handler of an action.
  case handler(SessionID)
  /// An effect, with the action that it belongs to.
  case effect(SessionID, of: SessionID?)
  /// An attempt to load the content of a query.
  case query(SessionQuery.ID)
  /// A change of an outbox, or an attempt to send it.
  case outbox(SessionOutbox.ID)
  /// `updateState`, with the source location if known.
  case update(String?)
  /// A binding of a view.
  case binding
  /// Time travel, or the import of a session.
  case restore
  /// The inspector.
  case inspector
  /// An undo of a step of a history.
  case undo(step: Int)
  /// A redo of a step of a history.
  case redo(step: Int)
  /// Code that the toolkit doesn't run.
  case outside
}

/// A step in the life cycle of an effect, in a session.
public enum SessionEffectStep: Sendable, Hashable {
  /// A policy makes it wait.
  case waiting(SessionEffect)
  /// It has begun.
  case started(SessionEffect)
  /// A policy drops it.
  case dropped(SessionEffect)
  /// It threw an error.
  case failed(SessionValue)
  /// It was cancelled.
  case cancelled
  /// It is over.
  case ended
}

/// A starting effect in a session.
public struct SessionEffect: Sendable, Hashable {
  /// The name of the effect, if it has one.
  public var name: String?
  /// The id that cancels it, as text.
  public var key: String?
  /// The action that it belongs to.
  public var action: SessionID?
  /// The source location of the call that sent that action.
  public var origin: String?

  package init(name: String?, key: String?, action: SessionID?, origin: String?) {
    self.name = name
    self.key = key
    self.action = action
    self.origin = origin
  }
}
