public import Foundation

/// A location for the states of a collection, each saved under a key.
public struct PersistenceFolder: Sendable {
  let location: @Sendable (String) -> PersistenceLocation
  /// Returns the keys with saved states.
  let keys: @Sendable () throws -> [String]
  /// Removes the rests of writes that a crash has interrupted.
  var removeRests: @Sendable () throws -> Void = {}
  /// Returns the storage of the log with a name; `nil` if the folder has no logs.
  var log: @Sendable (String) -> (any LogStorage)? = { _ in nil }

  init(
    location: @escaping @Sendable (String) -> PersistenceLocation,
    keys: @escaping @Sendable () throws -> [String]
  ) {
    self.location = location
    self.keys = keys
  }

  /// Returns a folder with a file for each key.
  ///
  /// The folder is created if it doesn't exist.
  ///
  /// A file has the name of its key and the extension `.json`. Characters other than lowercase letters, digits, `-`,
  /// and `_` are escaped as `%41`. If the name is too long for a file, it ends with a digest, and the first line of the
  /// file contains the key. Don't store other files in the folder. Two keys are equal if their UTF-8 is equal.
  public static func folder(_ url: URL) -> PersistenceFolder {
    let path = SystemCalls.resolved(url.absoluteURL.path)
    var folder = PersistenceFolder { key in
      let file = "\(path)/\(FileName.name(of: key)).json"
      let owner = FileName.isShort(key) ? nil : FileOwner(key)
      return PersistenceLocation(FileStorage(file, lock: ".lock", owner: owner), key: key)
    } keys: {
      try SystemCalls().names(in: path).compactMap { try key(ofFile: $0, in: path) }
    }
    folder.removeRests = {
      let calls = SystemCalls()
      for name in try calls.names(in: path) where name.hasSuffix(".json.saving") {
        try calls.remove("\(path)/\(name)")
      }
    }
    folder.log = { FileLog(folder: path, name: "\(FileName.name(of: $0)).log") }
    return folder
  }

  /// The key that a file of a folder belongs to; `nil` if no key has the file.
  private static func key(ofFile file: String, in path: String) throws -> String? {
    guard file.hasSuffix(".json") else { return nil }
    let name = String(file.dropLast(5))
    if let key = FileName.key(of: name) { return key }
    guard FileName.hasDigest(name), let key = try FileStorage("\(path)/\(file)").ownerKey(),
      FileName.name(of: key) == name
    else { return nil }
    return key
  }

  /// Returns a location in memory, for tests and previews.
  ///
  /// The keys are stored as in a database.
  public static func memory(_ memory: PersistenceMemory) -> PersistenceFolder {
    var folder = PersistenceFolder { key in
      .memory(memory, key: RowName.name(of: key))
    } keys: {
      memory.keys.compactMap { DamagedName.isOne($0) ? nil : RowName.key(of: $0) }
    }
    folder.log = { MemoryLog(memory, key: RowName.name(of: $0)) }
    return folder
  }
}
