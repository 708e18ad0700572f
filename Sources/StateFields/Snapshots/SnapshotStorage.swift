/// The content of a snapshot, which copies of it share.
final class SnapshotStorage {
  let type: Any.Type
  let fields: [FieldDescription]
  let values: [SnapshotValue]
  let level: Int?
  /// Of a snapshot by a `SnapshotReader`, how often it has found other children; between snapshots with
  /// the same number no child has come, gone or moved.
  var structure: Int?
  /// The mark that all snapshots share that were found to be equal.
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

  /// Whether an earlier comparison has shown that they are equal.
  func isKnownToEqual(_ other: SnapshotStorage) -> Bool {
    if self === other { return true }
    guard let equality else { return false }
    return equality === other.equality
  }

  /// Notes the outcome of a comparison.
  func noteEqual(_ other: SnapshotStorage) {
    let equality = equality ?? other.equality ?? Equality()
    self.equality = equality
    other.equality = equality
  }
}

extension StateSnapshot {
  /// Stands where a snapshot is not taken yet.
  @MainActor static let pending = StateSnapshot(
    type: Never.self,
    fields: [],
    values: [],
    level: nil
  )

  /// As `SnapshotStorage.structure` says.
  package var structure: Int? { storage.structure }
}
