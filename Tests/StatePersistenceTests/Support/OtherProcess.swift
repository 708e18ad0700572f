@testable import StatePersistence

/// A storage as seen by another process, so that this process doesn't recognize it as the same storage.
final class OtherProcess: RecordStorage {
  private let storage: any RecordStorage

  init(_ storage: any RecordStorage) {
    self.storage = storage
  }

  var identity: String { "other process \(ObjectIdentifier(self))" }
  func place(_ key: String) -> String { storage.place(key) }
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? { try storage.read(key) }
  func stamp(_ key: String) throws -> RecordStamp? { try storage.stamp(key) }
  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    try storage.exclusively(body)
  }
  func takeDamage(_ key: String) -> [SavedStateError] { storage.takeDamage(key) }
}
