import StateCore

/// Code that the toolkit runs on the main actor without suspending, or the rest of a turn.
///
/// An observation reports a change before it is made. The change has been made when the frame ends
/// in which it began. Before that, the field may be in the middle of a mutating call, in which a read
/// would stop the process.
@MainActor
package final class Frame {
  private var changes: [TrackedChange] = []
  /// Those that were looked at, and may not have been made.
  private var unmade: [TrackedChange] = []

  private static var depth = 0
  /// The innermost frame below the turn, if a change has begun in it.
  private static var innermost: Frame?
  /// The frame of the turn, if a change has begun in it outside of all others.
  private static var turn: Frame?

  private init() {}

  /// Settles a change that begins now at the end of the frame.
  static func add(_ change: TrackedChange) {
    guard depth > 0 else { return currentTurn.changes.append(change) }
    let frame = innermost ?? Frame()
    innermost = frame
    frame.changes.append(change)
  }

  /// All changes have been made.
  private func end() {
    for change in unmade + changes { change.object.settle(change) }
    (unmade, changes) = ([], [])
    EventCenter.deliver()
  }

  // MARK: Calls

  /// Begins a frame, until `leave` is called with what this returns.
  package static func enter() -> Frame? {
    depth += 1
    return innermost.take()
  }

  /// Ends a frame: what was changed in it has been made.
  package static func leave(_ outer: Frame?) {
    depth -= 1
    let own = innermost
    innermost = outer
    own?.end()
  }

  /// Releases the changes that were settled before their frames end.
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

  /// Ends the turn at the latest before other code of the main actor runs.
  static func expectEnd() { _ = currentTurn }

  /// Reports what was changed in the turn so far, where an action comes from outside of the toolkit.
  ///
  /// It reads these fields: so no action may be sent in the middle of a mutating call on one.
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

  /// Ends the turn: reports what was changed in it, and lets time travel show the past again.
  ///
  /// Call it in a job of the main actor in which nothing below the caller changes a state.
  package static func endTurn() {
    guard depth == 0 else { return }
    UnobservedFields.report()
    // Without a change, no travel has brought the present in.
    guard let changed = turn.take() else { return }
    changed.end()
    TimeTravel.showPast()
    turn.take()?.end()
  }
}
