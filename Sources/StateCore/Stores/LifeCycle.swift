/// The life cycle of a store: its beginning, its end, and the observers that present it.
///
/// The struct runs nothing: each function returns what the store must do.
package struct LifeCycle {
  /// The work that a change of the observers requires.
  package enum PresentationStep {
    case start
    case cancel
  }

  package private(set) var hasBegun = false
  package private(set) var hasEnded = false
  /// Whether the beginning was before the store existed, as in a replay of a session that began later.
  private var isAssumed = false
  /// The number of observers.
  private var observerCount = 0
  private var isPresented = false

  package init() {}

  /// Begins; returns whether the hook must run.
  package mutating func begin() -> Bool {
    if hasBegun || hasEnded { return false }
    hasBegun = true
    return true
  }

  /// Ends; returns whether the hook must run.
  package mutating func end() -> Bool {
    if hasEnded { return false }
    hasEnded = true
    return hasBegun
  }

  /// Assumes that the beginning has taken place.
  package mutating func assumeBeginning() {
    if hasBegun { return }
    hasBegun = true
    isAssumed = true
  }

  /// Takes the assumption back, because the beginning follows.
  package mutating func awaitBeginning() {
    guard isAssumed else { return }
    isAssumed = false
    hasBegun = false
  }

  package mutating func addObserver() { observerCount += 1 }

  /// Removes an observer, if there is one.
  package mutating func removeObserver() { observerCount = max(0, observerCount - 1) }

  /// Forgets the work for the observers, which has ended, so that it starts again.
  package mutating func restartPresentation() { isPresented = false }

  /// Returns the work that the current observers require, or `nil` if nothing changes.
  package mutating func settlePresentation() -> PresentationStep? {
    guard hasBegun, !hasEnded, isPresented != (observerCount > 0) else { return nil }
    isPresented = observerCount > 0
    return isPresented ? .start : .cancel
  }
}
