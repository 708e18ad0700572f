import Foundation

@testable import StatePersistence

#if Encryption
import Crypto
#endif

/// The kinds of places that tests cover.
enum PlaceKind: String, CaseIterable {
  case memory, file
  #if SQLite
  case database
  #endif
  #if Encryption
  case encryptedMemory, encryptedFile
  #endif
  #if SQLite && Encryption
  case encryptedDatabase
  #endif
}

/// A place that each process of a test uses with a separate storage.
final class SavedPlace {
  private let kind: PlaceKind
  private let folder: SavedFolder
  private let memory = PersistenceMemory()
  #if Encryption
  private let key = SymmetricKey(size: .bits256)
  #endif

  init(_ kind: PlaceKind) throws {
    self.kind = kind
    folder = try SavedFolder()
  }

  /// Returns the place as seen by another process.
  func location() throws -> PersistenceLocation {
    let found: PersistenceLocation
    switch kind {
    case .memory: found = .memory(memory)
    case .file: found = .file(folder.file)
    #if SQLite
    case .database:
      found = .sqlite(try PersistenceDatabase(folder.url.appendingPathComponent("a")), key: "a")
    #endif
    #if Encryption
    case .encryptedMemory: found = PersistenceLocation.memory(memory).encrypted(by: key)
    case .encryptedFile: found = PersistenceLocation.file(folder.file).encrypted(by: key)
    #endif
    #if SQLite && Encryption
    case .encryptedDatabase:
      let database = try PersistenceDatabase(folder.url.appendingPathComponent("a"))
      found = PersistenceLocation.sqlite(database, key: "a").encrypted(by: key)
    #endif
    }
    var location = PersistenceLocation(OtherProcess(found.storage), key: found.key)
    location.seal = found.seal
    return location
  }

  /// Returns the saved text, and its bytes in the place.
  func read() throws -> (text: String, bytes: [UInt8])? {
    let location = try location()
    guard let (bytes, stamp) = try location.storage.read(location.key) else { return nil }
    let text = try location.seal?.open(bytes, place: location.key, number: stamp.number) ?? bytes
    return (String(decoding: text, as: UTF8.self), bytes)
  }

  var text: String? { get throws { try read()?.text } }

  /// Saves a text like another process.
  func write(_ text: String) throws {
    let location = try location()
    let key = location.key
    _ = try location.storage.exclusively { access in
      let number = try access.nextNumber(key)
      let bytes =
        try location.seal?.seal(Array(text.utf8), place: key, number: number) ?? Array(text.utf8)
      return try access.write(bytes, key)
    }
  }
}
