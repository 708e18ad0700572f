import Observation
import StateCore

/// A tracker that notifies a store when a value may have changed that its handler reacts to.
@MainActor
final class ReactionTracker<Action, State>: PendingReaction, SuspendedReactions {
  let place = ObservationTurn.makePlace()
  let reactions: FieldReactions<Action, State>
  let state: State
  let isObservable: Bool
  private(set) weak var store: (any ReactingStore)?
  /// Whether values may have changed since the last reaction, in which case no observer waits for a change.
  private var isStale = false
  /// Whether the handler is running, which reacts at its end.
  private var isHandling = false
  /// Whether the handler has suspended.
  private(set) var isSuspended = false
  var suspended = SuspendedChanges<Action, State>()
  /// Whether the store is held, in which case changes wait for its release.
  private(set) var isHeld = false
  /// The pending reaction in the ledger of the store.
  private var entry: ReactionEntry?
  /// The origin of the first change to react to.
  private var cause = ReactionCause.none
  /// Runs code on behalf of the code that has made the first change, for the store's listener.
  private var onBehalf: (@MainActor (_ body: () -> Void) -> Void)?
  /// Whether the tracker waits for a further change although values have already changed.
  private var isWatchingAgain = false

  init(_ reactions: [FieldReaction<Action, State>], _ state: State) {
    self.reactions = FieldReactions(reactions, state)
    self.state = state
    isObservable = state is any Observable
  }

  func start(_ store: any ReactingStore) {
    self.store = store
    track()
  }

  // MARK: Handlers

  /// Begins the handler; changes until its end belong to the action.
  func beginHandling() {
    isHandling = true
  }

  /// Notes that the handler has suspended, or may do so.
  func suspendHandling() {
    guard isHandling else { return }
    if !isSuspended { beginSuspension() }
    isSuspended = true
    PendingReactions.suspend(self)
  }

  func endHandling() {
    isHandling = false
    if isSuspended {
      PendingReactions.resume(self)
      suspended.end()
    }
    isSuspended = false
    // A handler that had to wait for its task has already reacted to a change from before it.
    if let entry = takeEntry() { store?.endReaction(entry) }
    if isStale { track() }
  }

  // MARK: Holding

  /// Stops reactions, because later changes are only shown.
  func hold() {
    isHeld = true
  }

  /// Starts reactions again; changes that were shown are ignored if they are now the current state.
  func release(keepsShown: Bool) {
    if keepsShown { reactions.skip(state) }
    isHeld = false
    isStale = true
    if isSuspended { forgetUnchanged() }
  }

  // MARK: Other changes

  /// Whether there may be a change to react to.
  var isAwaited: Bool { isStale || !isObservable }

  /// Returns the reaction in the ledger, if there is one, and removes it.
  func takeEntry() -> ReactionEntry? {
    PendingReactions.remove(self)
    return entry.take()
  }

  /// Runs code on behalf of the code that has made the first change, for the store's listener.
  func runOnBehalf(_ body: () -> Void) {
    guard let onBehalf = onBehalf.take() else { return body() }
    onBehalf(body)
  }

  /// Returns whether there are changes; if not, waits for the next one.
  func findChanges() -> Bool {
    if reactions.hasChanges(in: state) { return true }
    track()
    return false
  }

  /// Reacts to changes that no handler has made.
  func reactToOthers() -> [FieldReactions<Action, State>.Effect] {
    isHandling = true
    defer { endHandling() }
    return reactions.run(state, after: cause)
  }

  // MARK: SuspendedReactions

  var changed: Set<Int> { reactions.changed(in: state) }

  func accept(except changed: Set<Int>) {
    reactions.skip(state, except: changed)
    forgetUnchanged()
  }

  // MARK: PendingReaction

  var canRun: Bool { store?.canReact ?? true }

  var isEntrance: Bool { false }

  func skip() {
    reactions.skip(state)
    if let entry = takeEntry() { store?.endReaction(entry) }
    track()
  }

  func run() {
    // A deallocated store has nothing left to wait for.
    guard let store else { return PendingReactions.remove(self) }
    store.reactToChanges()
  }

  private func track() {
    isStale = false
    cause = .none
    onBehalf = nil
    watch()
  }

  func watchAgain() {
    if isWatchingAgain { return }
    isWatchingAgain = true
    watch()
  }

  private func watch() {
    guard isObservable else { return }
    withObservationTracking {
      reactions.touch(state)
    } onChange: { [weak self, place] in
      // Observation reports a change before it is made.
      guard MainThread.isCurrent else {
        return ObservationTurn.add(place) {
          self?.noteChange()
          self?.run()
        }
      }
      MainActor.assumeIsolated { self?.noteChange() }
    }
  }

  private func noteChange() {
    isStale = true
    isWatchingAgain = false
    if isHandling || isHeld { return }
    if self.entry != nil { return PendingReactions.renew(self) }
    guard let entry = store?.enterReaction() else { return }
    self.entry = entry
    onBehalf = store?.onBehalfOfCurrent()
    cause = PendingReactions.cause
    if cause.issues == nil { cause.issues = .ofTest }
    PendingReactions.add(self)
    ObservationTurn.add(place) { [weak self] in self?.endTurn() }
  }

  /// Reacts at the end of the turn in which a change was noted.
  ///
  /// An observer of the same change that sends an action makes the tracker look at the values before the change is made.
  private func endTurn() {
    if !isStale, !isHandling, !isHeld, reactions.hasChanges(in: state) { isStale = true }
    run()
  }
}

/// A pending reaction in the ledger of a store.
///
/// If it is part of an action, a wait for that action includes it.
struct ReactionEntry {
  let id: RunningWork.ID
  let sent: SentAction
}

/// A store, for code that doesn't know the type of its feature.
@MainActor
protocol ReactingStore: AnyObject {
  /// Whether it currently handles no action.
  var canReact: Bool { get }
  /// Registers a reaction to a change that is being made; returns `nil` if the store has ended.
  func enterReaction() -> ReactionEntry?
  /// Returns a function that runs code on behalf of the code that runs now, for the store's listener.
  func onBehalfOfCurrent() -> (@MainActor (_ body: () -> Void) -> Void)?
  /// Ends a reaction that is no longer needed.
  func endReaction(_ entry: ReactionEntry)
  /// The action whose asynchronous handler the current code belongs to.
  var handledAction: RunningWork.ID? { get }
  /// Whether the store has a listener.
  var hasListener: Bool { get }
  /// Runs a reaction at the end of a handler, on behalf of other code; returns its part of the handler's action.
  func react(_ onBehalf: (_ body: () -> Void) -> Void, _ reaction: () -> Void) -> RunningWork.ID
  /// Reacts to changes that no handler has made.
  @discardableResult
  func reactToChanges() -> SentAction
}
