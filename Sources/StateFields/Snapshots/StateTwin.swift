import StateCore

/// A second object of a state with its own children, in which a test makes its expectations.
///
/// It takes the values of a snapshot of the first object, but never the first object's children.
@MainActor
package final class StateTwin {
  /// The second object.
  package let object: any SnapshotState
  /// The counterpart in this object for each child of the first object.
  private var partners: [ObjectIdentifier: (original: AnyObject, twin: AnyObject)] = [:]
  /// The counterparts of the children in the snapshot that is being written.
  private var claimed: Set<ObjectIdentifier> = []
  private var failures: [Failure] = []
  private let reader: SnapshotReader
  private var paired: Structures?
  private var foundUnshared: Structures?

  /// The structures of both objects.
  private struct Structures: Equatable {
    let original: Int
    let twin: Int

    /// Returns `nil` if either structure is unknown.
    init?(_ original: StateSnapshot, _ twin: StateSnapshot) {
      guard let original = original.structure, let twin = twin.structure else { return nil }
      self.original = original
      self.twin = twin
    }
  }

  /// A reason why a second object can't take the values of a snapshot.
  package enum Failure: Error {
    /// No object can stand for a child of this type.
    case missing(Any.Type)
    /// The declaration of a field omits the case that contains a child of this type.
    case unnamedCase(String, Any.Type)
    /// Fields that can't be restored.
    case unequal([StateSnapshot.Difference])

    /// The error and its fix, as text.
    package var text: String {
      switch self {
      case .missing(let type):
        let name = ValueText.name(of: type)
        return """
          The expectation can't be made: it needs a second \(name), because no expectation created \
          the first one. Implement makeEmptyCopy() in \(name); its fields are filled in: \
          func makeEmptyCopy() -> \(name)? { \(name)(…) }
          """
      case .unnamedCase(let name, let type):
        return """
          The expectation can't be made: it needs a second \(ValueText.name(of: type)) in the case \
          "\(name)". Add the case to the declaration of the field: \
          SnapshotField(…, cases: …, <the enumeration>.\(name))
          """
      case .unequal(let differences):
        let lines = differences.map { "\n  \($0.name): expected \($0.old), got \($0.new)" }
        return """
          The expectation can't be made: a second object can't be set to the values of the state. A \
          field without a setter must have the same value in each object that the test creates:\
          \(lines.joined())
          """
      }
    }
  }

  /// Creates a twin from an object that has the same values as the state, or will be given them.
  package init(_ object: any SnapshotState, of original: any SnapshotState) {
    self.object = object
    reader = SnapshotReader(object)
    separate(object, from: original)
    pair(original.snapshot())
  }

  /// The current values of the object's fields.
  package var present: StateSnapshot { reader.snapshot() }

  /// The children of the first object, by the identity of their counterparts in this object.
  package var originals: [ObjectIdentifier: AnyObject] {
    partners.values.reduce(into: [:]) { $0[ObjectIdentifier($1.twin)] = $1.original }
  }

  /// Returns the name of a field with an object that both states contain.
  package func sharedObject(with original: StateSnapshot) -> String? {
    let present = present
    let structures = Structures(original, present)
    if let structures, structures == foundUnshared { return nil }
    let own = Set(present.objects.map { ObjectIdentifier($0.object) })
    let shared = original.objects.first { own.contains(ObjectIdentifier($0.object)) }?.name
    foundUnshared = shared == nil ? structures : nil
    return shared
  }

  /// Sets the object and its children to the values of a snapshot.
  package func bring(to snapshot: StateSnapshot) throws(Failure) {
    failures = []
    if present != snapshot {
      claimed = Set(
        snapshot.objects.compactMap { partners[ObjectIdentifier($0.object)] }
          .map { ObjectIdentifier($0.twin) }
      )
      object.write(snapshot, from: self, includingTransient: true)
    }
    // Each started write must be ended.
    (object as? any ScreenPresenting)?.countLoadingAsShown()
    if let failure = failures.first { throw failure }
    if present != snapshot { throw .unequal(snapshot.differences(to: present)) }
    pair(snapshot)
  }

  /// Pairs the children of both objects by place.
  package func pair(_ original: StateSnapshot) {
    let present = present
    let structures = Structures(original, present)
    if let structures, structures == paired { return }
    partners = [:]
    pair(original, present)
    paired = structures
  }

  private func pair(_ original: StateSnapshot, _ twin: StateSnapshot) {
    for (original, twin) in zip(original.values, twin.values) {
      for child in original.children {
        guard let other = twin.child(at: child.place), other.object !== child.object else {
          continue
        }
        partners[ObjectIdentifier(child.object)] = (child.object, other.object)
        separate(other.object, from: child.object)
        pair(child.snapshot, other.snapshot)
      }
    }
  }
}

extension StateTwin: ChildSource {
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject? {
    if let partner = partners[ObjectIdentifier(child.object)]?.twin { return partner }
    let new = makeAnother(like: child.object) ?? unclaimed(present, for: child.object)
    guard let new else {
      failures.append(.missing(type(of: child.object)))
      return nil
    }
    partners[ObjectIdentifier(child.object)] = (child.object, new)
    claimed.insert(ObjectIdentifier(new))
    return new
  }

  func give(_ snapshot: StateSnapshot, to object: some SnapshotState) {
    object.write(snapshot, from: self, includingTransient: true)
  }

  func lacksPlace(for child: SnapshotValue.Child) {
    failures.append(.unnamedCase(child.place.caseName ?? child.place.text, type(of: child.object)))
  }

  private func makeAnother(like object: AnyObject) -> AnyObject? {
    guard let new = (object as? any SnapshotState)?.makeEmptyCopy(), new !== object else {
      return nil
    }
    separate(new, from: object)
    return new
  }

  /// Keeps the loading and errors of an expectation from reaching a parent in the app.
  private func separate(_ twin: AnyObject, from original: AnyObject) {
    guard let twin = twin as? any ScreenPresenting, let original = original as? any ScreenPresenting
    else { return }
    twin.leaveParent(of: original)
  }

  private func unclaimed(_ present: AnyObject?, for child: AnyObject) -> AnyObject? {
    guard let present, present !== child, !claimed.contains(ObjectIdentifier(present)) else {
      return nil
    }
    return present
  }
}
