/// A state class that declares its fields, so that it can be copied, compared, and restored.
///
/// ```swift
/// extension CounterState: SnapshotState {
///   static let snapshotFields = SnapshotFields<CounterState> {
///     SnapshotField("count", \.count)
///     SnapshotField("title", \.title)
///   }
/// }
/// ```
@MainActor
public protocol SnapshotState: AnyObject {
  /// The fields that are copied, compared, and restored. Other properties are left alone.
  static var snapshotFields: SnapshotFields<Self> { get }

  /// Returns another object of this type, which is then filled with the values of this object's fields. The default
  /// implementation returns `nil`.
  ///
  /// A test makes its expectations on separate objects. It needs this method for a child that the state under test has
  /// received and that no expectation has created.
  func makeEmptyCopy() -> Self?
}

extension SnapshotState {
  /// Returns `nil`.
  public func makeEmptyCopy() -> Self? { nil }

  /// Returns a copy of the current values of the fields.
  public func snapshot() -> StateSnapshot {
    let fields = Self.snapshotFields.fields
    let descriptions = FieldCatalog.entry(for: fields).descriptions
    return SnapshotPath.entering(self) { level in
      // An object that contains itself is recorded as the number of steps up to its first place.
      StateSnapshot(
        type: Self.self,
        fields: descriptions,
        values: level == nil ? SnapshotReader.whole { fields.map { $0.read(self) } } : [],
        level: level
      )
    }
  }

  /// Restores the values of the fields, except transient ones.
  ///
  /// A snapshot of another type of state is a programmer error.
  public func restore(_ snapshot: StateSnapshot) {
    write(snapshot, from: OriginalChildren(), includingTransient: false)
  }

  /// Sets each field to its value in a new state, like `state = State()` for a struct.
  ///
  /// Children come from the new state, except that a child in a `let` stays and is itself reset. Properties that aren't
  /// fields stay as they are, and effects keep running.
  public func reset(to initial: @autoclosure @MainActor () -> Self) {
    write(initial().snapshot(), from: OriginalChildren(), includingTransient: true)
  }

  /// The errors in the declaration of the fields, as text.
  package var fieldProblems: [String] {
    FieldCatalog.entry(for: Self.snapshotFields.fields).problems
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
      "A snapshot with \(snapshot.values.count) fields doesn't belong to \(Self.self)"
    )
    // The fields are written twice, because writing one field may change another.
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

/// The objects whose snapshots are being taken, from the outermost to the innermost.
@MainActor
private enum SnapshotPath {
  private static var levels: [ObjectIdentifier: Int] = [:]

  /// Calls `body` with the number of steps from `object` up to itself, if its snapshot is already being taken.
  static func entering<Result>(_ object: AnyObject, _ body: (Int?) -> Result) -> Result {
    let id = ObjectIdentifier(object)
    if let level = levels[id] { return body(levels.count - level) }
    levels[id] = levels.count
    defer { levels[id] = nil }
    return body(nil)
  }
}
