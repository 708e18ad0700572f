public import Foundation

/// A location where a state is saved.
public struct PersistenceLocation: Sendable {
  let storage: any RecordStorage
  let key: String
  /// The encryption of the record, if any.
  var seal: (any RecordSeal)?

  init(_ storage: any RecordStorage, key: String) {
    self.storage = storage
    self.key = key
  }

  /// Returns a location in a separate file.
  ///
  /// Each save writes a temporary file next to it, `.name.saving`, and replaces the file with it. Several processes,
  /// and several states in one process, can use the file: a lock on `.name.lock` next to it ensures that only one
  /// writes at a time. A missing folder is created. Only the user can access the file. Symbolic links in the path are
  /// followed. A link instead of the temporary file is replaced; a link instead of the lock is an error.
  public static func file(_ url: URL) -> PersistenceLocation {
    let storage = FileStorage(SystemCalls.resolved(url.absoluteURL.path))
    return PersistenceLocation(storage, key: storage.name)
  }

  /// A location in memory that is deallocated together with the state.
  public static var memory: PersistenceLocation { .memory(PersistenceMemory()) }

  /// Returns a location in memory, for tests.
  ///
  /// You can attach several states to it, one after the other.
  public static func memory(
    _ memory: PersistenceMemory,
    key: String = "state"
  ) -> PersistenceLocation {
    PersistenceLocation(memory, key: key)
  }
}

extension PersistenceLocation {
  /// Returns the bytes of a record with the number that the storage assigns to it.
  func bytes(of record: Record, number: Int?) throws(SavedStateError) -> [UInt8] {
    guard let seal else { return record.bytes }
    return try seal.seal(record.bytes, place: key, number: number)
  }

  /// Returns the text of a record.
  func text(_ bytes: [UInt8], number: Int?) throws(SavedStateError) -> [UInt8] {
    if let seal { return try seal.open(bytes, place: key, number: number) }
    if bytes.starts(with: SealedMark.bytes) {
      throw SavedStateError(.wrongKey, "it is encrypted, but its place has no key")
    }
    return bytes
  }
}
