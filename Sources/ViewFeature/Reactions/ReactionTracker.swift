import Observation
import StateCore

/// Tells a store when a value may have changed that its handler reacts to.
@MainActor
final class ReactionTracker<Action, State>: PendingReaction {
  let place = ObservationTurn.makePlace()
  let reactions: FieldReactions<Action, State>
  private let state: State
  private let isObservable: Bool
  private weak var store: (any ReactingStore)?
  /// Whether values may have changed since the last reaction; then no observer waits for a change.
  private var isStale = false
  /// The handler is running: it reacts at its end.
  private var isHandling = false
  /// The reaction that is to come, in the ledger of the store.
  private var entry: ReactionEntry?
  /// The origin of the first change that is to be reacted to.
  private var cause = ReactionCause.none
  /// A further change is waited for although values have changed already.
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

  /// The handler begins; changes until its end are the action's.
  func beginHandling() {
    isHandling = true
  }

  func endHandling() {
    isHandling = false
    // A change from before a handler that had to wait for its task is one that it has reacted to.
    if let entry = takeEntry() { store?.endReaction(entry) }
    if isStale { track() }
  }

  // MARK: Time travel

  /// Changes are only shown from now on.
  func beginTravel() {
    isHandling = true
  }

  /// Changes count again; those that were shown count for none if they are the present now.
  func endTravel(keepsShown: Bool) {
    if keepsShown { reactions.skip(state) }
    isHandling = false
    isStale = true
  }

  // MARK: Other changes

  /// Whether there may be something to react to.
  var isAwaited: Bool { isStale || !isObservable }

  /// The reaction in the ledger, if there is one.
  func takeEntry() -> ReactionEntry? {
    PendingReactions.remove(self)
    return entry.take()
  }

  /// Whether there are changes; if not, the next one is waited for.
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

  // MARK: PendingReaction

  var canRun: Bool { store?.canReact ?? true }

  func run() {
    // Of a store that is gone nothing is left to wait for.
    guard let store else { return PendingReactions.remove(self) }
    store.reactToChanges()
  }

  private func track() {
    isStale = false
    cause = .none
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
      // Reported before the change is made.
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
    if isHandling { return }
    if self.entry != nil { return PendingReactions.renew(self) }
    guard let entry = store?.enterReaction() else { return }
    self.entry = entry
    cause = PendingReactions.cause
    if cause.issues == nil { cause.issues = .ofTest }
    PendingReactions.add(self)
    ObservationTurn.add(place) { [weak self] in self?.run() }
  }
}

/// A reaction that is to come, in the ledger of a store: those who wait for the action that it is part of
/// wait for it.
struct ReactionEntry {
  let id: RunningWork.ID
  let sent: SentAction
}

/// A store, for those who do not know the type of its feature.
@MainActor
protocol ReactingStore: AnyObject {
  /// Whether it handles no action now.
  var canReact: Bool { get }
  /// Enters a reaction to a change that is being made; nothing if the store has ended.
  func enterReaction() -> ReactionEntry?
  /// Ends a reaction that is not needed any more.
  func endReaction(_ entry: ReactionEntry)
  /// Reacts to changes that no handler has made.
  @discardableResult
  func reactToChanges() -> SentAction
}
