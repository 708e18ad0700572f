public import StatePersistence
public import StateQueries

extension QueryCache {
  /// Reads and stores the content of all queries that are `PersistentQuery` in a folder from now on.
  ///
  /// ```swift
  /// try await QueryCache.shared.persist(in: .folder(url), version: 1)
  /// ```
  ///
  /// Call it before the first use of the cache. Uses during the call wait for their records; after an error, the cache
  /// continues without a folder. The call returns after unusable records are removed.
  ///
  /// The first use of a query reads its record before it decides to load. Records that are too old, damaged, or of
  /// another version or query are removed. Other failures of the disk affect neither content nor loads. Content whose load
  /// has used other queries is shown, but stale.
  ///
  /// - Parameters:
  ///   - folder: The location of the records, which nothing else uses. It can be encrypted.
  ///   - version: The version of the types of all queries and their values, from 1. Records with another one are
  ///     removed.
  ///   - maximumAge: The age at which content on disk is no longer used, one day by default.
  ///   - onError: Called when a record can't be used or written. By default, the error is logged.
  /// - Throws: An `inUse` error if the cache has entries or a folder, or if another cache uses the folder; or the reason
  ///   why the folder can't be used.
  public func persist(
    in folder: PersistenceFolder,
    version: Int,
    maximumAge: Duration = .seconds(86_400),
    onError: @escaping @MainActor @Sendable (SavedStateError) -> Void = SavedStates.log
  ) async throws(SavedStateError) {
    guard version >= 1 else { throw SavedStateError(.declaration, "a version is 1 or greater") }
    guard records == nil else { throw SavedStateError(.inUse, "the cache already has a folder") }
    guard count == 0 else {
      throw SavedStateError(.inUse, "the cache already has entries: call persist before its use")
    }
    let folder = RecordFolder(folder)
    let disk = QueryDisk(
      folder,
      version: version,
      maximumAge: maximumAge,
      self,
      onError: onError
    )
    let earlier = try OpenFolders.enter(disk, folder.identity)
    attach(disk)
    do throws(SavedStateError) { try await disk.open(after: earlier) } catch {
      detach(disk)
      OpenFolders.leave(disk, folder.identity)
      throw error
    }
  }
}
