/// A state class that names the fields it is made of, so that it can be copied, compared and restored.
///
/// ```swift
/// extension CounterState: SnapshotState {
///   static var snapshotFields: SnapshotFields<CounterState> { SnapshotFields(\.count, \.title) }
/// }
/// ```
@MainActor
public protocol SnapshotState: AnyObject {
  /// The fields that are copied, compared and restored; others are left alone.
  static var snapshotFields: SnapshotFields<Self> { get }

  /// Makes another object of this type, which is then given the values of this object's fields;
  /// by default there is none.
  ///
  /// A test makes its expectations on objects of its own. It needs this for a child that the state
  /// under test has got and that no expectation has made.
  func another() -> Self?
}

extension SnapshotState {
  /// None.
  public func another() -> Self? { nil }

  /// A copy of the fields' present values.
  public func snapshot() -> StateSnapshot {
    let fields = Self.snapshotFields.fields
    let descriptions = FieldCatalog.entry(for: fields, of: self).descriptions
    return SnapshotPath.entering(self) { level in
      // An object that is a part of itself is written as the distance to its place above.
      StateSnapshot(
        type: Self.self,
        fields: descriptions,
        values: level == nil ? SnapshotReader.whole { fields.map { $0.read(self) } } : [],
        level: level
      )
    }
  }

  /// Gives the fields the values that they had, except those that are transient.
  ///
  /// A snapshot of another type of state is a programming error.
  public func restore(_ snapshot: StateSnapshot) {
    write(snapshot, from: OriginalChildren(), includingTransient: false)
  }

  /// Gives each field the value that it has in a new state, as `state = State()` does with a struct.
  ///
  /// Children come from the new state, except that a child in a `let` stays and is reset itself.
  /// Properties that are no fields stay as they are, and effects go on.
  public func reset(to initial: @autoclosure @MainActor () -> Self) {
    write(initial().snapshot(), from: OriginalChildren(), includingTransient: true)
  }

  /// The mistake in the declaration of the fields, as text.
  package var fieldProblems: [String] {
    FieldCatalog.entry(for: Self.snapshotFields.fields, of: self).problems
  }

  func write(
    _ snapshot: StateSnapshot,
    from source: any ChildSource,
    includingTransient: Bool
  ) {
    guard snapshot.level == nil else { return }
    let fields = Self.snapshotFields.fields
    precondition(
      fields.count == snapshot.values.count,
      "A snapshot with \(snapshot.values.count) fields is not one of \(Self.self)"
    )
    // Twice, because writing one field may change another.
    for _ in 1...2 {
      for (field, value) in zip(fields, snapshot.values) {
        guard let write = field.write, includingTransient || !field.isTransient,
          field.read(self) != value
        else { continue }
        write(self, value, source)
      }
    }
  }
}

/// The objects whose snapshots are being taken, each inside the one before it.
@MainActor
private enum SnapshotPath {
  private static var levels: [ObjectIdentifier: Int] = [:]

  /// Calls `body` with the number of steps from `object` up to itself, if it is being looked at.
  static func entering<Result>(_ object: AnyObject, _ body: (Int?) -> Result) -> Result {
    let id = ObjectIdentifier(object)
    if let level = levels[id] { return body(levels.count - level) }
    levels[id] = levels.count
    defer { levels[id] = nil }
    return body(nil)
  }
}
