/// The fields of a state class that belong to a snapshot of it.
///
/// ```swift
/// static let snapshotFields = SnapshotFields<State> {
///   Field("query", \.query)
///   Field("token", \.token).redacted()
///   Field("editor", child: \.editor)
/// }
/// ```
///
/// Fields that are given without a name, as in `SnapshotFields(\.query, \.title)`, have that of the
/// stored property where only one has their type, and are called `field 2` otherwise.
@MainActor
public struct SnapshotFields<State: AnyObject> {
  package private(set) var fields: [Field<State>] = []

  /// Makes a list of fields with names, which are restored in this order.
  public init(@SnapshotFieldsBuilder<State> _ fields: () -> [Field<State>]) {
    self.fields = fields()
  }

  /// Makes a list of properties, which are compared with `==` and restored in this order.
  public init<each Value: Equatable>(_ field: repeat ReferenceWritableKeyPath<State, each Value>) {
    repeat append(each field)
  }

  /// Adds fields with names.
  public func adding(
    @SnapshotFieldsBuilder<State> _ fields: () -> [Field<State>]
  ) -> SnapshotFields {
    var copy = self
    copy.fields += fields()
    return copy
  }

  /// Adds a property that has no public setter, such as one that only methods of the state change.
  ///
  /// `restore` gives it an earlier value.
  public func field<Value: Equatable>(
    _ property: KeyPath<State, Value>,
    restore: @escaping @MainActor (State, Value) -> Void
  ) -> SnapshotFields {
    adding { Field(named: nil, property, restore) }
  }

  /// Adds a child that is always there.
  public func child<Child: SnapshotState>(_ child: KeyPath<State, Child>) -> SnapshotFields {
    adding { Field(named: nil, child: child) }
  }

  /// Adds a child that may be there.
  public func child<Child: SnapshotState>(
    _ child: ReferenceWritableKeyPath<State, Child?>
  ) -> SnapshotFields {
    adding { Field(named: nil, child: child) }
  }

  /// Adds several children.
  public func children<Child: SnapshotState>(
    _ children: ReferenceWritableKeyPath<State, [Child]>
  ) -> SnapshotFields {
    adding { Field(named: nil, children: children) }
  }

  private mutating func append<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<State, Value>
  ) {
    fields.append(
      Field(named: nil, property) { state, value in state[keyPath: property] = value }
    )
  }
}
