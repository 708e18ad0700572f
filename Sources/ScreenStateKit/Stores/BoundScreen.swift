import StateCore

/// What a binding knows about its state.
///
/// The type isn't generic, so that using it needs no metadata lookup at run time.
struct BoundScreen {
  weak var state: ScreenState?
  /// The registration for the state's end, until that end has been handled.
  var observation: ScreenLifetime.Observation?
  /// The number of states that have been bound.
  var bindCount = 0
  /// The type of the store.
  var store: (any Any.Type)?
  /// Whether the state shows other values than its own, so that actions are refused.
  var isHeld = false
  /// What waits until the state shows its own values again.
  var waiting: [@Sendable () -> Void] = []
  /// The recorder of the store.
  var recorder: (any ScreenStoreListener)?
  /// The listener to the store besides the recorder, or instead of it.
  var light: (any ScreenStoreListener)?
  /// The recorder of the state, if the store has one.
  var stateRecorder: (any ScreenListener)?
  /// The other listener to the state, if the store has one.
  var stateLight: (any ScreenListener)?
  /// The listener to the state, if the store has a listener: one of these two, or both.
  private(set) var stateListener: (any ScreenListener)?
  /// The protocols of the store's actions, once an action has arrived.
  var traits: ActionTraits?
  /// The identity, if it was requested while no state was bound.
  var storeID: StoreID?
  /// The observers of the store, if there have been any.
  var presentation: ScreenPresentation?
  /// The work since the previous state ended.
  var period: WorkPeriod
  /// The work until then.
  var lastPeriod: WorkPeriod?
  /// Whether use of the store before it was bound has been reported.
  var isReported = false
  /// The last action that shows an error, until the state has lost that error.
  weak var failedAction: FailedAction?

  /// Lets the listeners to the store listen to a state; those that do so already continue.
  mutating func listen(to state: ScreenState) {
    let id = storeID.take()
    if stateRecorder == nil { stateRecorder = recorder?.listener(to: state, of: store, as: id) }
    if stateLight == nil { stateLight = light?.listener(to: state, of: store, as: id) }
    if let stateLight, let stateRecorder {
      stateListener = ScreenListenerPair(stateLight, stateRecorder)
    } else {
      stateListener = stateRecorder ?? stateLight
    }
  }

  /// Ends the listening to the state, and returns its listener.
  mutating func endListening() -> (any ScreenListener)? {
    stateRecorder = nil
    stateLight = nil
    return stateListener.take()
  }

  /// Begins another period, whose actions belong to `owner`; the caller cancels the work of the last one.
  mutating func endPeriod(_ owner: WorkID) {
    lastPeriod = period
    period = WorkPeriod(owner: owner)
  }
}

/// The work of a store between the ends of two states.
///
/// A state ends in one step, so its end never reaches work that another thread begins for the next state.
struct WorkPeriod {
  /// The owner of the actions in the ledger, which also identifies the period.
  let owner: WorkID
  /// The sequences that the store observes, and its other work; `nil` if there has been none.
  var ownWork: TaskRegistry?
}

/// What a binding knows about its state at one moment.
struct BoundMoment: Sendable {
  let screen: ObjectIdentifier?
  /// The number of states that have been bound.
  let bindCount: Int
  /// The owner of the work that begins now.
  let period: WorkID
}

/// What decides about an action when it arrives at its store.
struct ScreenEntrance {
  /// Whether the store refuses actions.
  let isHeld: Bool
  let listener: (any ScreenListener)?
  /// The owner of the action's work.
  let owner: WorkID
  let traits: ActionTraits
}

/// The state of the screen when an action begins, and the action whose error it shows then.
///
/// The type isn't generic, so using it needs no metadata lookup at run time.
struct ActionStart: Sendable {
  weak let state: ScreenState?
  weak let failedAction: FailedAction?

  /// Returns the error that an earlier run of the same action has shown.
  func error(of action: some ActionLockable) -> DisplayableError.ID? {
    guard let failedAction, failedAction.lockKey.value == action.lockKey else { return nil }
    return failedAction.error
  }
}
