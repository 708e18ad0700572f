import StateTesting

@testable import StatePersistence

/// A storage that a test can make fail.
final class FaultyStorage: RecordStorage {
  struct Failure: Error {}

  enum Mode: CaseIterable {
    case works, fails
    /// A write succeeds, but isn't confirmed to be on disk.
    case confirmsNothing
  }

  let mode = LockIsolated(Mode.works)
  private let storage: any RecordStorage

  init(_ storage: any RecordStorage) {
    self.storage = storage
  }

  private func check() throws {
    if mode.value == .fails { throw Failure() }
  }

  var identity: String { storage.identity }
  func place(_ key: String) -> String { key }

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    try check()
    return try storage.read(key)
  }

  func stamp(_ key: String) throws -> RecordStamp? {
    try check()
    return try storage.stamp(key)
  }

  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    try storage.exclusively { access in
      let result = try body(mode.value == .confirmsNothing ? Unconfirmed(access: access) : access)
      // After everything was written, but before it takes effect.
      try check()
      return result
    }
  }
}

/// An access that writes, but can't confirm it.
private struct Unconfirmed: RecordAccess {
  let access: any RecordAccess

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? { try access.read(key) }
  func stamp(_ key: String) throws -> RecordStamp? { try access.stamp(key) }
  func remove(_ key: String) throws { try access.remove(key) }

  func write(_ bytes: [UInt8], _ key: String) throws -> RecordStamp {
    let stamp = try access.write(bytes, key)
    throw UnconfirmedWrite(stamp: stamp, reason: FaultyStorage.Failure())
  }

  func setAside(_ key: String, keepsOriginal: Bool) throws -> String {
    try access.setAside(key, keepsOriginal: keepsOriginal)
  }
}
