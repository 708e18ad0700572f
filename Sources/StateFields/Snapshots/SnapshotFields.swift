/// The fields of a state class that belong to its snapshot.
///
/// ```swift
/// static let snapshotFields = SnapshotFields<State> {
///   SnapshotField("query", \.query)
///   SnapshotField("token", \.token).redacted()
///   SnapshotField("editor", child: \.editor)
/// }
/// ```
@MainActor
public struct SnapshotFields<State: AnyObject> {
  package private(set) var fields: [SnapshotField<State>] = []

  /// Creates a list of fields, which are restored in this order.
  public init(@SnapshotFieldsBuilder<State> _ fields: () -> [SnapshotField<State>]) {
    self.fields = fields()
  }

  /// Returns a list with additional fields.
  public func adding(
    @SnapshotFieldsBuilder<State> _ fields: () -> [SnapshotField<State>]
  ) -> SnapshotFields {
    var copy = self
    copy.fields += fields()
    return copy
  }
}
