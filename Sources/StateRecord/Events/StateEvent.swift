public import StateCore
import StateFields

/// Something that has happened in a store, with its place among all events of the process.
public struct StateEvent: Sendable {
  /// The place among all events of the process; the first one has 1.
  public let number: Int
  /// When it happened.
  public let time: ContinuousClock.Instant
  /// The store that it happened in.
  public let store: StoreID
  /// What happened.
  public let kind: Kind

  /// What has happened.
  public enum Kind: Sendable {
    /// The recording of a store has begun: with the store, or later.
    case storeMade(StoreDescription)
    /// The store has gone, or its state has left that of the parent.
    case storeEnded
    /// An action was sent.
    case actionReceived(ActionID, ReceivedAction)
    /// The action waits for the ones before it, or for its policy.
    case actionQueued(ActionID)
    /// The action is not handled.
    case actionDropped(ActionID, DropReason)
    /// The handler has run.
    case actionHandled(ActionID, HandlerTime)
    /// A step of the action has thrown an error.
    case actionFailed(ActionID, EventValue)
    /// All that the action has started is done.
    case actionDone(ActionID)
    /// A field has got another value.
    case change(ValueChange)
    /// An effect has gone a step.
    case effect(EffectID, EffectStep)
    /// The screen begins or ends to show that it loads.
    case loading(Bool)
    /// The screen shows an error.
    case errorShown(EventValue)
    /// A stream has an element.
    case element(producer: String, EventValue)
    /// All fields were given other values at once.
    case restored(Restoration)
    /// A handler or an effect has taken a value from its `StoreEnvironment`.
    case drawn(EnvironmentValue, EventCause)
  }

  /// The reason why an action is not handled.
  public enum DropReason: String, Sendable {
    /// An action with the same key has not ended.
    case isLocked = "it is running"
    /// Its policy drops it.
    case policy = "its policy drops it"
    /// It was cancelled while it waited.
    case wasCancelled = "it was cancelled while it waited"
    /// The effect that sent it was cancelled.
    case senderWasCancelled = "the effect that sent it was cancelled"
    /// A step of the middleware before the handler has thrown an error.
    case middleware = "the middleware has refused it"
    /// The store has ended.
    case storeHasEnded = "its store has ended"
    /// The store shows an earlier state.
    case isTravelling = "its store shows an earlier state"
  }

  /// A step in the life of an effect.
  public enum EffectStep: Sendable {
    /// A policy makes it wait.
    case waiting(EffectStart)
    /// It has begun.
    case started(EffectStart)
    /// A policy drops it.
    case dropped(EffectStart)
    /// It has thrown an error, which may be followed by another attempt.
    case failed(EventValue)
    /// It was cancelled, and may run on for as long as it takes no notice.
    case cancelled
    /// It is over.
    case ended
  }

  /// How all fields of a store have got other values at once.
  public enum Restoration: Sendable {
    /// The store shows the state behind an event.
    case travel(to: Int)
    /// The store shows the present again.
    case resume
    /// The state behind an event has become the present.
    case commit(of: Int)
  }
}

/// The identity of an action in the events of a process.
public struct ActionID: Hashable, Sendable {
  /// The store that it was sent to.
  public let store: StoreID
  package let number: Int

  package init(store: StoreID, number: Int) {
    self.store = store
    self.number = number
  }
}

/// The identity of a run of an effect in the events of a process.
public struct EffectID: Hashable, Sendable {
  /// The store that it belongs to.
  public let store: StoreID
  package let number: Int

  package init(store: StoreID, number: Int) {
    self.store = store
    self.number = number
  }
}

/// The types of a store and the store above it.
public struct StoreDescription: Sendable {
  /// The type of its state.
  public let state: String
  /// The type of its feature, or of the store itself.
  public let feature: String
  /// The store above it; nothing for a root.
  public let parent: StoreID?
  /// The mistakes in the declaration of the state's fields; without fields, that there are none.
  public let problems: [String]
  /// The values at the beginning.
  package private(set) var objects: [TrackedValues]

  package init(
    state: Any.Type,
    feature: Any.Type,
    parent: StoreID?,
    problems: [String],
    objects: [TrackedValues]
  ) {
    self.state = ValueText.name(of: state)
    self.feature = ValueText.name(of: feature)
    self.parent = parent
    self.problems = problems
    self.objects = objects
  }

  /// The same without the values at the beginning.
  package var withoutObjects: StoreDescription {
    var copy = self
    copy.objects = []
    return copy
  }
}

/// An action that was sent.
public struct ReceivedAction: Sendable {
  /// The action itself.
  public let action: EventValue
  /// The place where it was sent; nothing if that is not known.
  public let origin: EventOrigin?
  /// What sent it.
  public let cause: EventCause

  package init(_ action: any Sendable, from origin: EventOrigin?, by cause: EventCause) {
    self.action = EventValue(action)
    self.origin = origin
    self.cause = cause
  }
}

/// How long a handler has run.
public struct HandlerTime: Hashable, Sendable {
  /// The time from its beginning to its end; that of an asynchronous one includes its waits.
  public let total: Duration
  /// The time for which it had the main actor, with that of handlers that it has run by sending to other stores.
  ///
  /// Nothing where that is not known: of a handler that has suspended, since other code had the main actor
  /// meanwhile, and of an action of a screen, which an actor of its own does.
  public let onMainActor: Duration?
  /// Whether it has ended well after attempts that have failed.
  package let hasRecovered: Bool

  package init(total: Duration, onMainActor: Duration?, hasRecovered: Bool = false) {
    self.total = total
    self.onMainActor = onMainActor
    self.hasRecovered = hasRecovered
  }
}

/// The place in the source that an event comes from.
public struct EventOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The file, with its module.
  public let fileID: String
  /// The line.
  public let line: UInt

  /// Nothing for the line 0, which stands for an unknown origin.
  package init?(known fileID: StaticString, _ line: UInt) {
    if line == 0 { return nil }
    self.init(fileID, line)
  }

  package init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID.description
    self.line = line
  }

  /// The file and the line: `App/Home.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

/// An effect that starts.
public struct EffectStart: Sendable {
  /// The name that it was given.
  public let name: String?
  /// The id that a cancel reaches it by.
  public let key: (any Hashable & Sendable)?
  /// The action that it belongs to.
  public let action: ActionID?
  /// The place where that action was sent.
  public let origin: EventOrigin?

  package init(
    name: String?,
    key: (any Hashable & Sendable)?,
    action: ActionID?,
    origin: EventOrigin?
  ) {
    self.name = name
    self.key = key
    self.action = action
    self.origin = origin
  }
}

/// The reason for a change, or the sender of an action.
public enum EventCause: Hashable, Sendable {
  /// The handler of an action.
  case handler(ActionID)
  /// An effect, with the action that it belongs to.
  case effect(EffectID, of: ActionID?)
  /// `updateState`, or a change of a state that a store does for its caller.
  case update(EventOrigin?)
  /// A binding of a view.
  case binding
  /// Time travel, or the import of a session.
  case restore
  /// The inspector.
  case inspector
  /// Code that the toolkit does not run.
  case outside
}
