import StateCore

/// Code that the toolkit runs on the main actor without suspending, or the rest of a turn.
///
/// An observation reports a change before it is made. The change is complete when the frame that it began in ends.
/// Before that, the field may be in the middle of a mutating call, and reading it would stop the process.
@MainActor
package final class Frame {
  private var changes: [TrackedChange] = []
  /// The changes that were checked but may not be complete.
  private var unmade: [TrackedChange] = []

  private static var depth = 0
  /// The innermost frame below the turn, if a change has begun in it.
  private static var innermost: Frame?
  /// The frame of the turn, if a change has begun in it outside of all others.
  private static var turn: Frame?

  /// The number of turns that have ended.
  private static var endedTurns = 0

  private init() {}

  /// Settles a change that begins now when the current frame ends.
  static func add(_ change: TrackedChange) {
    guard depth > 0 else { return currentTurn.changes.append(change) }
    let frame = innermost ?? Frame()
    innermost = frame
    frame.changes.append(change)
  }

  /// Settles all changes: they are complete now.
  private func end() {
    for change in unmade + changes { change.object.settle(change) }
    (unmade, changes) = ([], [])
    EventCenter.deliver()
  }

  // MARK: Calls

  /// Begins a frame.
  ///
  /// Pass the result to `leave` to end it.
  package static func enter() -> Frame? {
    depth += 1
    return innermost.take()
  }

  /// Ends a frame.
  ///
  /// The changes that began in it are complete.
  package static func leave(_ outer: Frame?) {
    depth -= 1
    let own = innermost
    innermost = outer
    own?.end()
  }

  /// Releases the changes that are settled before their frames end.
  static func forgetSettled() {
    for frame in [turn, innermost] { frame?.changes.removeAll(where: \.isSettled) }
  }

  // MARK: Turns

  private static var currentTurn: Frame {
    if let turn { return turn }
    let frame = Frame()
    turn = frame
    ImmediateTask.detached { @MainActor in if turn === frame { endTurn() } }
    return frame
  }

  /// Ends the turn before other code of the main actor runs.
  static func expectEnd() { _ = currentTurn }

  /// The number of the current turn, which ends before other code of the main actor runs.
  package static var turnNumber: Int {
    expectEnd()
    return endedTurns
  }

  /// Reports the turn's changes so far when an action arrives from outside the toolkit.
  ///
  /// This reads the changed fields, so no action may be sent in the middle of a mutating call on one.
  package static func settleTurn() {
    guard depth == 0, let turn, !turn.changes.isEmpty else { return }
    var changes: [TrackedChange] = []
    swap(&changes, &turn.changes)
    for change in changes {
      change.settleIfMade()
      if !change.isSettled { turn.unmade.append(change) }
    }
    EventCenter.deliver()
  }

  /// Ends the turn: reports its changes, and lets time travel show the earlier state again.
  ///
  /// Call this in a job of the main actor in which no code below the caller changes a state.
  package static func endTurn() {
    guard depth == 0 else { return }
    UnobservedFields.report()
    // Without a change, time travel hasn't restored the current state.
    guard let changed = turn.take() else { return }
    changed.end()
    TimeTravel.showPast()
    turn.take()?.end()
    endedTurns += 1
  }
}
