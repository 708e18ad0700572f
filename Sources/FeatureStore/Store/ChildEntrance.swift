import Observation
import StateCore

/// A reaction that creates the stores of children with reactions or hooks when their states are added to the parent's.
///
/// It creates them after the handler that has added the state, or earlier if other code of a feature that may change
/// the state runs first; in the next turn at the latest. The parent doesn't need to call `scope`.
@MainActor
final class ChildEntrance<F: Feature>: PendingReaction {
  let place = ObservationTurn.makePlace()
  private let children: [any ReactingChildren]
  private weak var store: Store<F>?
  private var isPending = false
  /// Runs code on behalf of the code that has made the first pending change, for the store's listener.
  private var onBehalf: (@MainActor (_ body: () -> Void) -> Void)?
  let isObservable: Bool

  init(_ store: Store<F>, _ children: [any ReactingChildren]) {
    self.store = store
    self.children = children
    isObservable = store.state is any Observable
  }

  var canRun: Bool { true }

  var isEntrance: Bool { true }

  func watchAgain() { run() }

  func skip() { run() }

  func run() {
    PendingReactions.remove(self)
    isPending = false
    // Another handler may run this, which hasn't made the change.
    if let onBehalf { onBehalf { enter() } } else { enter() }
  }

  /// Creates the stores of the current children, and waits for others.
  func enter() {
    guard let store, !store.turns.hasEnded, !store.turns.isHeld else { return }
    // The hook of a child would otherwise run this again, before its own function.
    PendingReactions.remove(self)
    isPending = false
    onBehalf = nil
    track(store.state)
    // A child that replaces another one begins after the end of that one.
    if store.life != nil { store.children?.prune(store.state, isComplete: true) }
    makeStores()
  }

  /// Creates the stores of the current children.
  func makeStores() {
    guard let store else { return }
    for children in children { children.makeStores(ownedBy: store) }
  }

  private func track(_ state: F.State) {
    guard isObservable else { return }
    withObservationTracking {
      for children in children { children.touch(state) }
    } onChange: { [weak self, place] in
      // Observation reports a change before it is made.
      guard MainThread.isCurrent else {
        return ObservationTurn.add(place) { self?.run() }
      }
      MainActor.assumeIsolated { self?.noteChange() }
    }
  }

  private func noteChange() {
    if isPending { return }
    isPending = true
    if let store, store.life != nil { onBehalf = store.listener?.onBehalfOfCurrent() }
    PendingReactions.add(self)
    ObservationTurn.add(place) { [weak self] in self?.runIfPending() }
  }

  /// Creates the stores of children that earlier changes have added.
  func runIfPending() {
    if isPending { run() }
  }
}

extension Store {
  /// Starts the reactions and the life cycle of children as soon as their states are in this store's state.
  package func followChildren() {
    followChildren(environment.creating(F.self) { ReactionLookup.reactingChildren(of: feature) })
    waitForBeginning()
  }

  func followChildren(_ children: [any ReactingChildren]) {
    if pipeline.lifeCycle != nil || children.contains(where: \.haveLife) {
      setLife(StoreLife(pipeline.lifeCycle, state, runner))
    }
    if children.isEmpty { return }
    let entrance = ChildEntrance(self, children)
    setEntrance(entrance)
    entrance.enter()
  }
}
