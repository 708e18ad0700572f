public import StateCore
import StateFields

/// An event in a store, with its position among all events of the process.
public struct StateEvent: Sendable {
  /// The position among all events of the process, starting at 1.
  public let number: Int
  /// The time of the event.
  public let time: ContinuousClock.Instant
  /// The store that the event belongs to.
  public let store: StoreID
  /// What happened.
  public let kind: Kind

  /// The kind of an event.
  public enum Kind: Sendable {
    /// The recording of a store began, together with the store or later.
    case storeMade(StoreDescription)
    /// The store ended, or its state was removed from the parent's state.
    case storeEnded
    /// An action was sent.
    case actionReceived(ActionID, ReceivedAction)
    /// The action waits for earlier ones, or because of its policy.
    case actionQueued(ActionID)
    /// The action isn't handled.
    case actionDropped(ActionID, DropReason)
    /// The handler ran.
    case actionHandled(ActionID, HandlerTime)
    /// A step of the action threw an error.
    case actionFailed(ActionID, EventValue)
    /// All work that the action started is done.
    case actionDone(ActionID)
    /// The value of a field changed.
    case change(ValueChange)
    /// An effect reached another step.
    case effect(EffectID, EffectStep)
    /// The screen starts or stops showing that it loads.
    case loading(Bool)
    /// The screen shows an error.
    case errorShown(EventValue)
    /// A stream emitted an element.
    case element(producer: String, EventValue)
    /// All fields changed at once.
    case restored(Restoration)
    /// A handler or an effect took a value from its `StoreEnvironment`.
    case drawn(EnvironmentValue, EventCause)
    /// The steps of a history changed.
    case history(HistoryEvent)
    /// An attempt to load the content of a query reached another step.
    case query(QueryAttempt)
    /// A change of an outbox reached another step.
    case outbox(OutboxEvent)
  }

  /// The reason why an action isn't handled.
  public typealias DropReason = StateCore.DropReason

  /// A step in the life cycle of an effect.
  public enum EffectStep: Sendable {
    /// A policy makes it wait.
    case waiting(EffectStart)
    /// It has begun.
    case started(EffectStart)
    /// A policy drops it.
    case dropped(EffectStart)
    /// It threw an error; another attempt may follow.
    case failed(EventValue)
    /// It was cancelled. It may keep running while it ignores cancellation.
    case cancelled
    /// It is over.
    case ended
  }

  /// The reason why all fields of a store changed at once.
  public enum Restoration: Sendable {
    /// The store shows the state after an event.
    case travel(to: Int)
    /// The store shows the current state again.
    case resume
    /// The state after an event became the current state.
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

/// The types of a store, and its parent store.
public struct StoreDescription: Sendable {
  /// The type of its state.
  public let state: String
  /// The type of its feature, or of the store itself.
  public let feature: String
  /// The parent store; `nil` for a root.
  public let parent: StoreID?
  /// The errors in the declaration of the state's fields.
  ///
  /// For a state without declared fields, a note that they are missing.
  public let problems: [String]
  /// The types of the keys that the store sets in its environment, other than its parent.
  public let environmentKeys: [String]
  /// The initial values.
  package private(set) var objects: [TrackedValues]

  package init(
    state: Any.Type,
    feature: Any.Type,
    parent: StoreID?,
    problems: [String],
    environmentKeys: [String] = [],
    objects: [TrackedValues]
  ) {
    self.state = ValueText.name(of: state)
    self.feature = ValueText.name(of: feature)
    self.parent = parent
    self.problems = problems
    self.environmentKeys = environmentKeys
    self.objects = objects
  }

  /// The same description without the initial values.
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
  /// The source location of the call that sent it; `nil` if unknown.
  public let origin: EventOrigin?
  /// What sent it.
  public let cause: EventCause

  /// The functions for the life cycle that it stands for; `nil` for an action of the feature.
  package let hook: LifeCycleHook?
  /// Whether it stands for a turn in which a store reacts to changes.
  package let isReaction: Bool
  /// The mark of the code that sent it.
  package let mark: ChangeMark?
  /// The turn of the change that a reaction follows; `nil` if unknown.
  package let turn: Int?

  package init(
    _ action: any Sendable,
    from origin: EventOrigin?,
    by cause: EventCause,
    hook: LifeCycleHook? = nil,
    isReaction: Bool = false
  ) {
    self.action = EventValue(action)
    self.origin = origin
    self.cause = cause
    self.hook = hook
    self.isReaction = isReaction
    mark = CurrentCause.markOfCaller
    turn = isReaction ? CurrentCause.turnOfCaller : nil
  }
}

/// The time that a handler ran.
public struct HandlerTime: Hashable, Sendable {
  /// The time from start to end.
  ///
  /// For an asynchronous handler, this includes its waits.
  public let total: Duration
  /// The time for which the handler occupied the main actor, including handlers of other stores that it sent to.
  ///
  /// `nil` if unknown: for a handler that suspended, because other code used the main actor meanwhile, and for an
  /// action of a screen, because it runs on a separate actor.
  public let onMainActor: Duration?
  /// Whether it succeeded after failed attempts.
  package let hasRecovered: Bool

  package init(total: Duration, onMainActor: Duration?, hasRecovered: Bool = false) {
    self.total = total
    self.onMainActor = onMainActor
    self.hasRecovered = hasRecovered
  }
}

/// The source location that an event comes from.
public struct EventOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The file ID, including the module.
  public let fileID: String
  /// The line.
  public let line: UInt

  /// Returns `nil` for line 0, which stands for an unknown origin.
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
  /// The name of the effect, if it has one.
  public let name: String?
  /// The id that cancels it.
  public let key: (any Hashable & Sendable)?
  /// The action that it belongs to.
  public let action: ActionID?
  /// The source location of the call that sent that action.
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
  /// An attempt to load the content of a query.
  case query(QueryAttempt.ID)
  /// A change of an outbox, or an attempt to send it.
  case outbox(OutboxEvent.ID)
  /// `updateState`, or a change that a store makes for its caller.
  case update(EventOrigin?)
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
