import Logging
import StateEngine

extension TestStore {
  /// Compares the state with what it is expected to be: as it was asserted last, changed by
  /// `expecting`.
  ///
  /// The expected state is made on the state itself, which then gets its values back.
  func assertChanges(
    after cause: String,
    _ snapshot: StateSnapshot?,
    file: StaticString,
    line: UInt,
    _ expecting: (inout F.State) -> Void = { _ in }
  ) {
    guard let live = state as? any SnapshotState, let old = asserted else {
      return assertions.fail(
        """
        Changes can't be asserted one by one: \(F.State.self) has no snapshots. Let it conform to \
        `SnapshotState` and name its fields.
        """,
        file: file,
        line: line
      )
    }
    let present = live.snapshot()
    let actual = snapshot ?? present
    let expected = snapshotOfExpected(from: old, live, present, expecting)
    asserted = actual
    guard actual != expected else { return }
    assertions.fail(
      "The state after \(cause) is not the expected one:\(list(old, expected, actual))",
      file: file,
      line: line
    )
  }

  /// Compares only the fields that `expecting` changes.
  func assertNamedChanges(
    after cause: String,
    _ snapshot: StateSnapshot?,
    file: StaticString,
    line: UInt,
    _ expecting: (inout F.State) -> Void
  ) {
    guard let live = state as? any SnapshotState, let old = asserted else { return }
    let present = live.snapshot()
    let actual = snapshot ?? present
    let expected = snapshotOfExpected(from: old, live, present, expecting)
    asserted = actual
    let named = Set(old.differences(to: expected).map(\.name))
    let wrong = expected.differences(to: actual).filter { named.contains($0.name) }
    guard !wrong.isEmpty else { return }
    assertions.fail(
      "The state after \(cause) is not the expected one:\(list(old, expected, actual))",
      file: file,
      line: line
    )
  }

  /// After a comparison of one value: no field that has not that value may have changed, if
  /// everything has to be asserted.
  func assertNoOtherChange<V>(
    after action: F.Action,
    than value: V,
    file: StaticString,
    line: UInt
  ) {
    guard let old = asserted, let live = state as? any SnapshotState else { return }
    let actual = handled.lastSent?.snapshot ?? live.snapshot()
    let others = old.differences(to: actual).filter { $0.new != "\(value)" }
    asserted = actual
    if exhaustivity == .on, !others.isEmpty {
      let lines = others.map { "\n  \($0.name): \($0.old) -> \($0.new)" }.joined()
      assertions.fail(
        "\(action) has changed more than was asserted:\(lines)",
        file: file,
        line: line
      )
    }
  }

  /// Takes the state as it is.
  func skipChanges(after cause: String) {
    guard let live = state as? any SnapshotState, let old = asserted else { return }
    let present = live.snapshot()
    asserted = present
    guard exhaustivity == .off(showsSkipped: true) else { return }
    for change in old.differences(to: present) {
      showSkipped("\(change.name): \(change.old) -> \(change.new)", after: cause)
    }
  }

  func showSkipped(_ text: String, after cause: String) {
    logger.notice("Not asserted: \(text)", metadata: ["after": "\(cause)"])
  }

  private func snapshotOfExpected(
    from old: StateSnapshot,
    _ live: any SnapshotState,
    _ present: StateSnapshot,
    _ expecting: (inout F.State) -> Void
  ) -> StateSnapshot {
    live.restore(old)
    var expected = state
    expecting(&expected)
    let snapshot = (expected as? any SnapshotState)?.snapshot() ?? old
    live.restore(present)
    return snapshot
  }
}

/// The fields that are not as expected, each on a line of its own.
private func list(
  _ old: StateSnapshot,
  _ expected: StateSnapshot,
  _ actual: StateSnapshot
) -> String {
  let before = old.differences(to: actual) + old.differences(to: expected)
  return expected.differences(to: actual).map { difference in
    let start = before.first { $0.name == difference.name }?.old ?? difference.old
    return "\n  \(difference.name): \(start) -> expected \(difference.old), got \(difference.new)"
  }.joined()
}

/// Effects, each on a line of its own.
func list<Action>(_ effects: [RunningEffect<Action>]) -> String {
  effects.map { "\n  \($0)" }.joined()
}
