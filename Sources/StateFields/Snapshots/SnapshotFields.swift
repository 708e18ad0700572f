/// The fields of a state class that belong to its snapshot.
///
/// ```swift
/// static let snapshotFields = SnapshotFields<State> {
///   SnapshotField("query", \.query)
///   SnapshotField("token", \.token).redacted()
///   SnapshotField("editor", child: \.editor)
/// }
/// ```
///
/// A field declared without a name, as in `SnapshotFields(\.query, \.title)`, has the name of the stored property if no
/// other one has the same type. Otherwise it is called `field 2`.
@MainActor
public struct SnapshotFields<State: AnyObject> {
  package private(set) var fields: [SnapshotField<State>] = []

  /// Creates a list of named fields, which are restored in this order.
  public init(@SnapshotFieldsBuilder<State> _ fields: () -> [SnapshotField<State>]) {
    self.fields = fields()
  }

  /// Creates a list of properties, which are compared with `==` and restored in this order.
  public init<each Value: Equatable>(_ field: repeat ReferenceWritableKeyPath<State, each Value>) {
    repeat append(each field)
  }

  /// Returns a list with additional named fields.
  public func adding(
    @SnapshotFieldsBuilder<State> _ fields: () -> [SnapshotField<State>]
  ) -> SnapshotFields {
    var copy = self
    copy.fields += fields()
    return copy
  }

  /// Returns a list with an additional property without a public setter, such as one that only methods of the state
  /// change.
  ///
  /// `restore` sets it to an earlier value.
  public func field<Value: Equatable>(
    _ property: KeyPath<State, Value>,
    restore: @escaping @MainActor (State, Value) -> Void
  ) -> SnapshotFields {
    adding { SnapshotField(named: nil, property, restore) }
  }

  /// Returns a list with an additional child that always exists.
  public func child<Child: SnapshotState>(_ child: KeyPath<State, Child>) -> SnapshotFields {
    adding { SnapshotField(named: nil, child: child) }
  }

  /// Returns a list with an additional optional child.
  public func child<Child: SnapshotState>(
    _ child: ReferenceWritableKeyPath<State, Child?>
  ) -> SnapshotFields {
    adding { SnapshotField(named: nil, child: child) }
  }

  /// Returns a list with an additional list of children.
  public func children<Child: SnapshotState>(
    _ children: ReferenceWritableKeyPath<State, [Child]>
  ) -> SnapshotFields {
    adding { SnapshotField(named: nil, children: children) }
  }

  private mutating func append<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<State, Value>
  ) {
    fields.append(
      SnapshotField(named: nil, property) { state, value in state[keyPath: property] = value }
    )
  }
}
