public import Foundation

/// Where a state is saved.
public struct PersistenceLocation: Sendable {
  let storage: any RecordStorage
  let key: String
  /// What encrypts the record, if it is encrypted.
  var seal: (any RecordSeal)?

  init(_ storage: any RecordStorage, key: String) {
    self.storage = storage
    self.key = key
  }

  /// A file of its own.
  ///
  /// Each save writes a temporary file beside it, `.name.saving`, and puts that in its place. Several processes, and
  /// several states in one, may use it: a lock on `.name.lock` beside it lets one write at a time. A folder that is not
  /// there is made. The file is for the user alone. Symbolic links in the path are followed; a link in place of the
  /// temporary file is replaced, and one in place of the lock is an error.
  public static func file(_ url: URL) -> PersistenceLocation {
    let storage = FileStorage(SystemCalls.resolved(url.absoluteURL.path))
    return PersistenceLocation(storage, key: storage.name)
  }

  /// Memory that goes with the state.
  public static var memory: PersistenceLocation { .memory(PersistenceMemory()) }

  /// A key in memory, for tests: several states can be attached to one after the other.
  public static func memory(
    _ memory: PersistenceMemory,
    key: String = "state"
  ) -> PersistenceLocation {
    PersistenceLocation(memory, key: key)
  }
}
