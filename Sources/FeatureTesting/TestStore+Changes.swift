import FeatureStore
import Logging
import StateFields

extension TestStore {
  /// Compares the state with the expected one: the last asserted state, changed by `expecting`.
  func assertChanges(
    in subject: String,
    _ snapshot: StateSnapshot?,
    at location: Location,
    hint: String = "",
    _ expecting: ((inout F.State) -> Void)?
  ) {
    guard let expectations else {
      if expecting == nil, !needsFields { return }
      return fail(
        """
        Changes can't be asserted one by one: \(ValueText.name(of: F.State.self)) isn't a \
        `SnapshotState`. Conform it to `SnapshotState` and list its fields.
        """,
        at: location
      )
    }
    takeSkipped()
    let old = expectations.asserted
    let actual = snapshot ?? expectations.present
    var expected = old
    if let expecting {
      guard let new = makeExpected(from: old, at: location, expecting) else {
        return expectations.assert(actual)
      }
      expected = new
    }
    let wrong = expectations.wrongChanges(from: old, expected, actual)
    let replaced = expectations.replacements(from: old, expected, actual)
    let isExpected = wrong.isEmpty && replaced.isEmpty
    expectations.assert(actual, isExpected: isExpected && expecting != nil)
    guard !isExpected else { return }
    let lines = list(old, wrong) + replaced.map { "\n  \($0)" }.joined()
    fail("\(subject) is not the expected one:\(lines)\(hint)", at: location)
  }

  /// Compares only the fields that `expecting` sets.
  func assertNamedChanges(
    in subject: String,
    from start: StateSnapshot?,
    _ snapshot: StateSnapshot?,
    at location: Location,
    _ expecting: ((inout F.State) -> Void)?
  ) {
    guard let expectations else { return }
    takeSkipped()
    let old = start ?? expectations.asserted
    let actual = snapshot ?? expectations.present
    defer { expectations.assert(actual) }
    guard let expecting, let expected = makeExpected(from: old, at: location, expecting) else {
      return
    }
    let wrong = expectations.wrongChanges(from: old, expected, actual)
    guard !wrong.isEmpty else { return }
    // A field may be set to its earlier value, which is visible only if it has another value now.
    guard let again = makeExpected(from: actual, at: location, expecting) else { return }
    let named = old.changes(to: expected) + actual.changes(to: again)
    let failed = wrong.filter { change in named.contains { $0.path.overlaps(change.path) } }
    guard !failed.isEmpty else { return }
    fail("\(subject) is not the expected one:\(list(old, failed))", at: location)
  }

  /// Asserts after a comparison of one property that no other field has changed, if `exhaustivity` is `.on`.
  func assertNoOtherChange<Value: Equatable>(
    after action: F.Action,
    than property: KeyPath<F.State, Value>,
    with value: Value,
    _ snapshot: StateSnapshot?,
    at location: Location
  ) {
    guard let expectations else { return }
    takeSkipped()
    let actual = snapshot ?? expectations.present
    defer { expectations.assert(actual) }
    guard exhaustivity == .on else { return }
    do throws(Expectations<F.State>.Problem) {
      let others = try expectations.otherChanges(than: property, with: value, in: actual)
      guard !others.isEmpty else { return }
      let lines = others.flatMap(\.lines).map { "\n  \($0)" }.joined()
      fail(
        "\(ValueText.describe(action)) made changes that were not asserted:\(lines)",
        at: location
      )
    } catch {
      fail(error.text, at: location)
    }
  }

  /// Accepts the state as it is, or as an action has left it.
  func skipChanges(after cause: String, upTo snapshot: StateSnapshot? = nil) {
    guard let expectations else { return }
    takeSkipped()
    let old = expectations.asserted
    expectations.assert(snapshot ?? expectations.present)
    guard exhaustivity == .off(showsSkipped: true) else { return }
    for change in old.differences(to: expectations.asserted) {
      showSkipped("\(change)", after: cause)
    }
  }

  /// Logs what a test has not asserted, if `exhaustivity` is `.off(showsSkipped: true)`.
  func showUnasserted(_ texts: [String], after cause: String) {
    guard exhaustivity == .off(showsSkipped: true) else { return }
    for text in texts { showSkipped(text, after: cause) }
  }

  func showSkipped(_ text: String, after cause: String) {
    logger.notice("Not asserted: \(text)", metadata: ["after": "\(cause)"])
  }

  private func makeExpected(
    from start: StateSnapshot,
    at location: Location,
    _ expecting: (inout F.State) -> Void
  ) -> StateSnapshot? {
    do throws(Expectations<F.State>.Problem) {
      return try expectations?.expected(from: start, expecting)
    } catch {
      fail(error.text, at: location)
      return nil
    }
  }

  /// Accepts the changes of an action whose end was skipped.
  private func takeSkipped() {
    if let skipped = record.takeSkipped() { expectations?.assert(skipped) }
  }
}

/// Lists effects, each on a separate line.
func list(_ effects: [String]) -> String {
  effects.map { "\n  \($0)" }.joined()
}
