/// Says whether a record is still the one that was read or written before.
struct RecordStamp: Hashable, Sendable {
  let text: String
  /// The number of the last write under the key, where the storage keeps it apart from the record.
  var number: Int?
}

/// A place for records, which other processes may use as well.
///
/// Its functions may take as long as a disk takes, and are called off the main actor.
protocol RecordStorage: AnyObject, Sendable {
  /// What two storages of one place have in common.
  var identity: String { get }
  /// How a record is called for people.
  func place(_ key: String) -> String
  /// The record as it is, and its stamp; nothing if there is none.
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)?
  /// The stamp of the record, if there is one.
  func stamp(_ key: String) throws -> RecordStamp?
  /// Runs `body` while nobody else writes; if it throws, nothing was written.
  ///
  /// It may run several times.
  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result
  /// Why the record may have gone with the whole storage, which was set aside: what was not told before.
  func takeDamage(_ key: String) -> [SavedStateError]
}

/// A record is written, and a crash may take it back.
struct UnconfirmedWrite: Error {
  /// The stamp of the record.
  let stamp: RecordStamp
  let reason: any Error
}

/// What can be done in a storage while nobody else writes.
protocol RecordAccess {
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)?
  func stamp(_ key: String) throws -> RecordStamp?
  /// - Throws: `UnconfirmedWrite` for a record that is written and may not be on the disk. After another error nothing is
  ///   written.
  func write(_ bytes: [UInt8], _ key: String) throws -> RecordStamp
  /// Takes the record away, if it is there.
  func remove(_ key: String) throws
  /// The number that the next write under the key has, where the storage keeps it apart from the record.
  func nextNumber(_ key: String) throws -> Int?
  /// Puts the record where no load looks for it, or a copy of it.
  ///
  /// - Returns: The name of that place.
  func setAside(_ key: String, keepsOriginal: Bool) throws -> String
}

extension RecordAccess {
  func nextNumber(_ key: String) throws -> Int? { nil }
}

extension RecordStorage {
  func takeDamage(_ key: String) -> [SavedStateError] { [] }

  /// An error of a storage in the terms of a user.
  func error(_ error: any Error, _ code: SavedStateError.Code, _ key: String?) -> SavedStateError {
    let known = error as? SavedStateError ?? SavedStateError(code, describe(error))
    return key.map { known.at(place($0)) } ?? known
  }
}
