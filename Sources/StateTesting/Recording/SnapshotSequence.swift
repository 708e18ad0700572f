import StateFields

/// The snapshots of a state, equal neighbours once, and how far they were asserted.
///
/// The first one is asserted from the beginning.
struct SnapshotSequence {
  enum Step: Equatable {
    case expected
    /// There was no other change.
    case missing
    /// There was this change instead.
    case other(StateSnapshot)
  }

  private(set) var snapshots: [StateSnapshot]
  /// The turns in which the writes were made that led to the snapshots.
  private var turns = [0]
  private var assertedIndex = 0

  init(_ first: StateSnapshot) {
    snapshots = [first]
  }

  var last: StateSnapshot { snapshots[snapshots.count - 1] }

  /// The snapshot that was asserted last.
  var asserted: StateSnapshot { snapshots[assertedIndex] }

  /// The changes after it, each as the fields that it changed.
  var unassertedChanges: [[StateSnapshot.Difference]] {
    zip(snapshots, snapshots.dropFirst()).dropFirst(assertedIndex).map { $0.differences(to: $1) }
  }

  mutating func append(_ snapshot: StateSnapshot, turn: Int = 0) {
    guard snapshot != last else { return }
    snapshots.append(snapshot)
    turns.append(turn)
  }

  /// Asserts the next change, which may have been made in several writes of one turn.
  ///
  /// Snapshots on the way to the expected one may differ only in fields in which that one differs too,
  /// and no field may go back to a value that it had on the way.
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
    // The last one that can have been meant.
    assertedIndex = max(index - 1, first)
    return .other(asserted)
  }

  mutating func assertAll() {
    assertedIndex = snapshots.count - 1
  }

  /// Whether the write that led to a snapshot gave a field a value that it had since the last
  /// assertion, and then not any more.
  private func goesBack(at index: Int) -> Bool {
    snapshots[index - 1].changes(to: snapshots[index]).contains { change in
      snapshots[assertedIndex..<index].contains {
        $0.hasSameValue(as: snapshots[index], at: change.path)
      }
    }
  }
}
