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
}

extension SnapshotState {
  /// A copy of the fields' present values.
  public func snapshot() -> StateSnapshot {
    StateSnapshot(
      values: Self.snapshotFields.fields.map { $0.read(self) },
      properties: StoredProperty.all(of: self)
    )
  }

  /// Gives the fields the values that they had.
  ///
  /// A snapshot of another type of state is a programming error.
  public func restore(_ snapshot: StateSnapshot) {
    let fields = Self.snapshotFields.fields
    precondition(
      fields.count == snapshot.values.count,
      "A snapshot with \(snapshot.values.count) fields is not one of \(Self.self)"
    )
    // Twice, because writing one field may change another.
    for _ in 1...2 {
      for (field, value) in zip(fields, snapshot.values) where field.read(self) != value {
        field.write(self, value)
      }
    }
  }
}
