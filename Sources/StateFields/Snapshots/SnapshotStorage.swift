/// The content of a snapshot, which its copies share.
final class SnapshotStorage {
  let type: Any.Type
  let fields: [FieldDescription]
  let values: [SnapshotValue]
  let level: Int?
  /// In a snapshot from a `SnapshotReader`, the number of times that the reader found other children.
  ///
  /// Between snapshots with the same number, no child was added, removed, or moved.
  var structure: Int?
  /// A marker shared by all snapshots that were found to be equal.
  private var equality: Equality?

  private final class Equality {}

  init(
    type: Any.Type,
    fields: [FieldDescription],
    values: [SnapshotValue],
    level: Int?
  ) {
    self.type = type
    self.fields = fields
    self.values = values
    self.level = level
  }

  /// Whether an earlier comparison found the two to be equal.
  func isKnownToEqual(_ other: SnapshotStorage) -> Bool {
    if self === other { return true }
    guard let equality else { return false }
    return equality === other.equality
  }

  /// Stores the result of a comparison.
  func noteEqual(_ other: SnapshotStorage) {
    let equality = equality ?? other.equality ?? Equality()
    self.equality = equality
    other.equality = equality
  }
}

extension StateSnapshot {
  /// A placeholder for a snapshot that hasn't been taken yet.
  @MainActor static let pending = StateSnapshot(
    type: Never.self,
    fields: [],
    values: [],
    level: nil
  )

  /// See `SnapshotStorage.structure`.
  package var structure: Int? { storage.structure }
}
