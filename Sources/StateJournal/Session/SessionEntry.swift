/// An event in a session.
public struct SessionEntry: Sendable, Hashable {
  /// The place among the events of the process that was recorded.
  public var number: Int
  /// The seconds since the first entry.
  public var seconds: Double
  /// The number of the store that it happened in.
  public var store: Int
  /// What happened.
  public var kind: Kind
  /// The entry for people.
  public var text: String
  /// The stores that were recorded up to here.
  public var stopped: [Int]

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

  /// The objects that come with it.
  package var objects: [SessionObject] {
    switch kind {
    case .storeMade(_, let objects): objects
    case .change(let change): change.added
    default: []
    }
  }

  /// What has happened.
  public enum Kind: Sendable, Hashable {
    /// The recording of a store has begun, with its state and the objects below it.
    ///
    /// An object that is there already has these values from now on.
    case storeMade(SessionStore, [SessionObject])
    /// The store has gone.
    case storeEnded
    /// An action was sent.
    case actionReceived(SessionAction)
    /// The action waits.
    case actionQueued(SessionID)
    /// The action is not handled; the name of a `StateEvent.DropReason`.
    case actionDropped(SessionID, reason: String)
    /// The handler has run, for so many seconds.
    case actionHandled(SessionID, seconds: Double)
    /// A step of the action has thrown an error.
    case actionFailed(SessionID, SessionValue)
    /// All that the action has started is done.
    case actionDone(SessionID)
    /// A field has got another value.
    case change(SessionChange)
    /// An effect has gone a step.
    case effect(SessionID, SessionEffectStep)
    /// The screen begins or ends to show that it loads.
    case loading(Bool)
    /// The screen shows an error.
    case errorShown(SessionValue)
    /// A stream has an element.
    case element(producer: String, SessionValue)
    /// A handler or an effect has taken a value from the environment of its store.
    case drawn(name: String, SessionValue, SessionCause)
    /// The store shows the state behind an event.
    case travel(to: Int)
    /// The store shows the present again.
    case resume
    /// The state behind an event has become the present.
    case commit(of: Int)
  }
}

/// The identity of an action or of an effect in a session.
public struct SessionID: Sendable, Hashable {
  /// The number of its store.
  public var store: Int
  /// The number of it in the store.
  public var number: Int

  package init(store: Int, number: Int) {
    self.store = store
    self.number = number
  }
}

/// The types of a store in a session, and the store above it.
public struct SessionStore: Sendable, Hashable {
  /// The number of the store.
  public var id: Int
  /// The type of its state.
  public var state: String
  /// The type of its feature, or of the store itself.
  public var feature: String
  /// The number of the store above it; nothing for a root, or if that one is not in the session.
  public var parent: Int?
  /// The number of the object that is its state; nothing if it is only below a redacted field.
  public var root: Int?
  /// The mistakes in the declaration of the state's fields.
  public var problems: [String]

  package init(
    id: Int,
    state: String,
    feature: String,
    parent: Int?,
    root: Int?,
    problems: [String]
  ) {
    self.id = id
    self.state = state
    self.feature = feature
    self.parent = parent
    self.root = root
    self.problems = problems
  }
}

/// An action that was sent, in a session.
public struct SessionAction: Sendable, Hashable {
  /// The identity of the action.
  public var id: SessionID
  /// The action itself.
  public var action: SessionValue
  /// The place where it was sent: `App/Home.swift:12`.
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

/// A change of a field, in a session.
public struct SessionChange: Sendable, Hashable {
  /// The name of the field behind those of the children that lead to it: `editor.title`.
  public var name: String
  /// The number of the object that has the field.
  public var object: Int
  /// The place of the field among those of the object's type.
  public var field: Int
  /// The value after.
  public var value: SessionValue
  /// Why it has changed.
  public var cause: SessionCause
  /// Whether the store showed an earlier state.
  public var isWhileTravelling: Bool
  /// The objects that have come with the value.
  public var added: [SessionObject]

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
  /// `updateState`, with the place in the source if it is known.
  case update(String?)
  /// A binding of a view.
  case binding
  /// Time travel, or the import of a session.
  case restore
  /// The inspector.
  case inspector
  /// Code that the toolkit does not run.
  case outside
}

/// A step in the life of an effect, in a session.
public enum SessionEffectStep: Sendable, Hashable {
  /// A policy makes it wait.
  case waiting(SessionEffect)
  /// It has begun.
  case started(SessionEffect)
  /// A policy drops it.
  case dropped(SessionEffect)
  /// It has thrown an error.
  case failed(SessionValue)
  /// It was cancelled.
  case cancelled
  /// It is over.
  case ended
}

/// An effect that starts, in a session.
public struct SessionEffect: Sendable, Hashable {
  /// The name that it was given.
  public var name: String?
  /// The id that a cancel reaches it by, for people.
  public var key: String?
  /// The action that it belongs to.
  public var action: SessionID?
  /// The place where that action was sent.
  public var origin: String?

  package init(name: String?, key: String?, action: SessionID?, origin: String?) {
    self.name = name
    self.key = key
    self.action = action
    self.origin = origin
  }
}
