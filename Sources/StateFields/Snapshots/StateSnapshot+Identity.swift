// The identity of children and of values, which a comparison of fields ignores.

extension StateSnapshot {
  /// A child that isn't the expected object.
  package struct Replacement: Equatable, Sendable {
    /// The name of the field, prefixed by the names of the children that lead to it.
    package let name: String
    /// Whether the expected object existed before.
    package let isExpectedToStay: Bool
    /// Whether the actual object existed before.
    package let hasStayed: Bool
    /// Another field, if only one of the two states has the same new object in both fields.
    package var shared: Shared?

    /// A field with the same new object, in either the expected or the actual state.
    package struct Shared: Equatable, Sendable {
      package let name: String
      package let isExpected: Bool
    }
  }

  /// The identities in the values, such as those of errors.
  package var individuals: Set<String> {
    values.reduce(into: []) { found, value in
      switch value {
      case .plain(let value): found.formUnion(StateFields.individuals(in: value))
      case .children(_, let children):
        for child in children { found.formUnion(child.snapshot.individuals) }
      }
    }
  }

  /// Whether another snapshot is equal, or differs only in values with an identity that have the same content and
  /// aren't part of `start`.
  package func isAlike(_ other: StateSnapshot, since start: StateSnapshot) -> Bool {
    if self == other { return true }
    let (changes, known) = (changes(to: other), start.individuals)
    return !changes.isEmpty && changes.allSatisfy { $0.isBetweenAlikes(known: known) }
  }

  /// Returns the children for which `actual` has another object than this snapshot, which is the expected one.
  ///
  /// Both snapshots derive from `start`. An object that isn't in `start` is new. Two new objects at the same place
  /// count as the same; one new object at several places doesn't count as several objects. `originals` maps the
  /// identities of expected objects to the objects of `start` that they stand for.
  @MainActor
  package func replacements(
    in actual: StateSnapshot,
    since start: StateSnapshot,
    originals: [ObjectIdentifier: AnyObject]
  ) -> [Replacement] {
    var before: Set<ObjectIdentifier> = []
    start.collectObjects(&before)
    var comparison = IdentityComparison(before: before, originals: originals)
    comparison.compare(self, with: actual, "")
    return comparison.replacements
  }

  fileprivate func collectObjects(_ found: inout Set<ObjectIdentifier>) {
    for value in values {
      for child in value.children {
        found.insert(ObjectIdentifier(child.object))
        child.snapshot.collectObjects(&found)
      }
    }
  }
}

extension SnapshotState {
  /// Whether a field can be given another child.
  fileprivate static func isReplaceable(field index: Int) -> Bool {
    let fields = snapshotFields.fields
    return fields.indices.contains(index) && fields[index].isReplaceable
  }
}

/// A search for children that aren't the expected objects.
private struct IdentityComparison {
  private struct NewObject {
    let name: String
    let other: ObjectIdentifier
  }

  let before: Set<ObjectIdentifier>
  let originals: [ObjectIdentifier: AnyObject]
  private(set) var replacements: [StateSnapshot.Replacement] = []
  /// The new objects so far, by identity, each with its counterpart.
  private var expectedOnes: [ObjectIdentifier: NewObject] = [:]
  private var actualOnes: [ObjectIdentifier: NewObject] = [:]

  init(before: Set<ObjectIdentifier>, originals: [ObjectIdentifier: AnyObject]) {
    self.before = before
    self.originals = originals
  }

  @MainActor
  mutating func compare(
    _ expected: StateSnapshot,
    with actual: StateSnapshot,
    _ prefix: String
  ) {
    let state = expected.type as? any SnapshotState.Type
    for (index, pair) in zip(expected.values, actual.values).enumerated() {
      let isReplaceable = state?.isReplaceable(field: index) ?? false
      for child in pair.0.children {
        guard let other = pair.1.child(at: child.place), !(child.object is any ValueHolder) else {
          continue
        }
        let name = prefix + expected.fields[index].name(ofChildAt: child.place)
        let object = originals[ObjectIdentifier(child.object)] ?? child.object
        if isReplaceable, let replacement = replacement(name, object, other.object) {
          replacements.append(replacement)
        } else {
          compare(child.snapshot, with: other.snapshot, "\(name).")
        }
      }
    }
  }

  private mutating func replacement(
    _ name: String,
    _ expected: AnyObject,
    _ actual: AnyObject
  ) -> StateSnapshot.Replacement? {
    if expected === actual { return nil }
    let stays = before.contains(ObjectIdentifier(expected))
    let hasStayed = before.contains(ObjectIdentifier(actual))
    let replacement = StateSnapshot.Replacement(
      name: name,
      isExpectedToStay: stays,
      hasStayed: hasStayed
    )
    if stays || hasStayed { return replacement }
    guard let shared = pair(name, ObjectIdentifier(expected), ObjectIdentifier(actual)) else {
      return nil
    }
    var copy = replacement
    copy.shared = shared
    return copy
  }

  /// Pairs two new objects, or returns the earlier field that contradicts the pair.
  private mutating func pair(
    _ name: String,
    _ expected: ObjectIdentifier,
    _ actual: ObjectIdentifier
  ) -> StateSnapshot.Replacement.Shared? {
    if let earlier = expectedOnes[expected] {
      return earlier.other == actual ? nil : .init(name: earlier.name, isExpected: true)
    }
    if let earlier = actualOnes[actual] { return .init(name: earlier.name, isExpected: false) }
    expectedOnes[expected] = NewObject(name: name, other: actual)
    actualOnes[actual] = NewObject(name: name, other: expected)
    return nil
  }
}

extension StateSnapshot.Replacement: CustomStringConvertible {
  package var description: String {
    let (expected, actual) =
      switch (isExpectedToStay, hasStayed, shared) {
      case (_, _, let shared?) where shared.isExpected:
        ("the new object of \(shared.name)", "another new object")
      case (_, _, let shared?): ("a separate object", "the new object of \(shared.name)")
      case (true, false, nil): ("the previous object", "a new object")
      case (false, true, nil): ("a new object", "the previous object")
      default: ("another previous object", "this object")
      }
    return "\(name): expected \(expected), got \(actual)"
  }
}
