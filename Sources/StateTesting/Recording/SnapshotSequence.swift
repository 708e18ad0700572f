import StateEngine

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

  mutating func append(_ snapshot: StateSnapshot) {
    if snapshot != last { snapshots.append(snapshot) }
  }

  /// Asserts the next change, which may have been made in several writes.
  ///
  /// Snapshots on the way to the expected one may differ only in fields in which that one differs too.
  mutating func assertNext(_ expected: StateSnapshot) -> Step {
    let start = asserted
    let changing = names(start.differences(to: expected))
    var index = assertedIndex + 1
    guard index < snapshots.count else { return .missing }
    repeat {
      guard names(start.differences(to: snapshots[index])).isSubset(of: changing) else { break }
      if snapshots[index] == expected {
        assertedIndex = index
        return .expected
      }
      index += 1
    } while index < snapshots.count
    // The last one that can have been meant.
    assertedIndex = max(index - 1, assertedIndex + 1)
    return .other(asserted)
  }

  mutating func assertAll() {
    assertedIndex = snapshots.count - 1
  }

  private func names(_ differences: [StateSnapshot.Difference]) -> Set<String> {
    Set(differences.map(\.name))
  }
}
