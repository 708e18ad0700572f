import StateFields

/// The snapshots of a state without consecutive duplicates, and the position of the last asserted one.
///
/// The first snapshot counts as asserted.
struct SnapshotSequence {
  enum Step: Equatable {
    case expected
    /// No other change was made.
    case missing
    /// This change was made instead.
    case other(StateSnapshot)
  }

  private(set) var snapshots: [StateSnapshot]
  /// The turns of the writes that led to the snapshots.
  private var turns = [0]
  private var assertedIndex = 0

  init(_ first: StateSnapshot) {
    snapshots = [first]
  }

  var last: StateSnapshot { snapshots[snapshots.count - 1] }

  /// The last asserted snapshot.
  var asserted: StateSnapshot { snapshots[assertedIndex] }

  /// The changes after the asserted snapshot, each as a list of changed fields.
  var unassertedChanges: [[StateSnapshot.Difference]] {
    zip(snapshots, snapshots.dropFirst()).dropFirst(assertedIndex).map { $0.differences(to: $1) }
  }

  mutating func append(_ snapshot: StateSnapshot, turn: Int = 0) {
    guard snapshot != last else { return }
    snapshots.append(snapshot)
    turns.append(turn)
  }

  /// Asserts the next change, which may consist of several writes in one turn.
  ///
  /// Intermediate snapshots may differ only in fields that also differ in the expected snapshot, and no field may
  /// return to a value that it had in between.
  mutating func assertNext(_ expected: StateSnapshot) -> Step {
    let first = assertedIndex + 1
    guard first < snapshots.count else { return .missing }
    let changing = asserted.changes(to: expected).map(\.path)
    var index = first
    repeat {
      let changed = asserted.changes(to: snapshots[index]).map(\.path)
      let isNamed = changed.allSatisfy { path in changing.contains { $0.overlaps(path) } }
      guard turns[index] == turns[first], isNamed, !goesBack(at: index) else { break }
      if expected.isAlike(snapshots[index], since: asserted) {
        assertedIndex = index
        return .expected
      }
      index += 1
    } while index < snapshots.count
    // The last snapshot that the expectation could refer to.
    assertedIndex = max(index - 1, first)
    return .other(asserted)
  }

  mutating func assertAll() {
    assertedIndex = snapshots.count - 1
  }

  /// Whether a write set a field back to a value that the field had earlier since the last assertion.
  private func goesBack(at index: Int) -> Bool {
    snapshots[index - 1].changes(to: snapshots[index]).contains { change in
      snapshots[assertedIndex..<index].contains {
        $0.hasSameValue(as: snapshots[index], at: change.path)
      }
    }
  }
}
