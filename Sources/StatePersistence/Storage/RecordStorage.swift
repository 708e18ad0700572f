/// A storage for records that other processes may also use.
///
/// Its functions may take as long as disk access, and are called off the main actor.
protocol RecordStorage: AnyObject, Sendable {
  /// An identity that two storages of the same location share.
  var identity: String { get }
  /// Returns a readable name of a record.
  func place(_ key: String) -> String
  /// Returns the unmodified record and its stamp, or `nil` if it doesn't exist.
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)?
  /// Returns the stamp of the record, if it exists.
  func stamp(_ key: String) throws -> RecordStamp?
  /// Runs `body` while no other process or storage writes. If `body` throws, nothing is written.
  ///
  /// `body` may run several times.
  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result
  /// Returns errors that weren't reported yet about a whole storage that was set aside, possibly with the record.
  func takeDamage(_ key: String) -> [SavedStateError]
}

/// A record was written, but a crash may revert the write.
struct UnconfirmedWrite: Error {
  /// The stamp of the record.
  let stamp: RecordStamp
  let reason: any Error
}

/// Access to a storage while no one else writes.
protocol RecordAccess {
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)?
  func stamp(_ key: String) throws -> RecordStamp?
  /// - Throws: `UnconfirmedWrite` for a record that was written but may not be on disk. After any other error, nothing
  ///   was written.
  func write(_ bytes: [UInt8], _ key: String) throws -> RecordStamp
  /// Removes the record, if it exists.
  func remove(_ key: String) throws
  /// Returns the number of the next write under the key, if the storage keeps it separate from the record.
  func nextNumber(_ key: String) throws -> Int?
  /// Moves or copies the record to a place that isn't loaded.
  ///
  /// - Returns: The name of that place.
  func setAside(_ key: String, keepsOriginal: Bool) throws -> String
}

extension RecordAccess {
  func nextNumber(_ key: String) throws -> Int? { nil }
}

extension RecordStorage {
  func takeDamage(_ key: String) -> [SavedStateError] { [] }

  /// Converts an error of a storage to one for users.
  func error(_ error: any Error, _ code: SavedStateError.Code, _ key: String?) -> SavedStateError {
    let known = error as? SavedStateError ?? SavedStateError(code, describe(error))
    return key.map { known.at(place($0)) } ?? known
  }
}
