import FeatureTesting
import Observation
import StateCore
import StateFields

/// A recording that takes a snapshot of a state before each write, which shows all earlier writes.
@MainActor
final class StateRecording<State: SnapshotState & Observable> {
  /// The information for the final report if the state can't be read.
  private struct Unasserted {
    var changes: [[StateSnapshot.Difference]] = []
    /// Whether a write was reported since the last snapshot.
    var isWritten = false
    var hasEnded = false
  }

  let state: State
  private let file: StaticString
  private let line: UInt
  private var sequence: SnapshotSequence
  private nonisolated let unasserted = Locked(Unasserted())
  /// The current turn of the main actor.
  ///
  /// In each turn with a write, an enqueued task increments it.
  private var turn = 0
  private var turnOfLastWrite = 0
  private var isEndOfTurnEnqueued = false

  init(_ state: State, file: StaticString, line: UInt) {
    self.state = state
    self.file = file
    self.line = line
    sequence = SnapshotSequence(state.snapshot())
    track()
  }

  /// The recorded snapshots, with the current state as the last one.
  var upToDate: SnapshotSequence {
    get {
      add(state.snapshot())
      return sequence
    }
    set {
      sequence = newValue
      unasserted.withLock { $0.changes = newValue.unassertedChanges }
    }
  }

  /// Reports unasserted changes before returning.
  nonisolated func end() {
    MainThread.run { self.addLast() }
    let unasserted = unasserted.withLock { unasserted in
      defer { unasserted.hasEnded = true }
      return unasserted
    }
    guard unasserted.isWritten || !unasserted.changes.isEmpty else { return }
    let last =
      unasserted.isWritten
      ? "\n  a last write, whose value can't be read outside the main actor" : ""
    fail(
      "Changes of \(State.self) were not asserted:\(list(unasserted.changes))\(last)",
      file: file,
      line: line
    )
  }

  nonisolated func fail(_ message: String, file: StaticString, line: UInt) {
    IssueAssertionProvider().fail(message, file: file, line: line)
  }

  private func addLast() {
    if !unasserted.withLock({ $0.hasEnded }) { add(state.snapshot()) }
  }

  private func track() {
    let snapshot = withObservationTracking {
      state.snapshot()
    } onChange: { [weak self] in
      // This is called before the write, in the same context. It tracks again immediately, so that no write is missed.
      MainActor.assumeIsolated { self?.willWrite() }
    }
    add(snapshot)
  }

  private func willWrite() {
    track()
    unasserted.withLock { $0.isWritten = true }
    turnOfLastWrite = turn
    if isEndOfTurnEnqueued { return }
    isEndOfTurnEnqueued = true
    ImmediateTask.enqueue { @MainActor [weak self] in self?.endTurn() }
  }

  private func endTurn() {
    isEndOfTurnEnqueued = false
    turn += 1
  }

  private func add(_ snapshot: StateSnapshot) {
    let change = sequence.last.differences(to: snapshot)
    let isReported = unasserted.withLock { unasserted in
      if !change.isEmpty { unasserted.changes.append(change) }
      defer { unasserted.isWritten = false }
      return unasserted.isWritten
    }
    sequence.append(snapshot, turn: turnOfLastWrite)
    if !isReported, !change.isEmpty {
      fail(
        """
        \(State.self) was changed without notifying its observers, so changes may be missing. \
        Make the class @Observable:\(list([change]))
        """,
        file: file,
        line: line
      )
    }
  }
}
