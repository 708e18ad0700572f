import StatePersistence

/// The folders of this process that caches use, so that no two write the same records.
@MainActor
enum OpenFolders {
  private struct Weak {
    weak var disk: QueryDisk?
  }

  private static var disks: [String: Weak] = [:]

  /// Notes the use of a folder, until the disk is deallocated.
  ///
  /// - Returns: The disk of a deallocated cache that still writes there, if any.
  /// - Throws: An error if another cache uses the folder.
  static func enter(
    _ disk: QueryDisk,
    _ identity: String
  ) throws(SavedStateError) -> QueryDisk? {
    disks = disks.filter { $0.value.disk != nil }
    let earlier = disks[identity]?.disk
    if let earlier, earlier.isInUse {
      throw SavedStateError(.inUse, "another cache stores its records in this folder")
    }
    disks[identity] = Weak(disk: disk)
    return earlier
  }

  static func leave(_ disk: QueryDisk, _ identity: String) {
    if disks[identity]?.disk === disk { disks[identity] = nil }
  }
}
