public import Foundation

/// Where the states of a collection are saved, each under a key.
public struct PersistenceFolder: Sendable {
  let location: @Sendable (String) -> PersistenceLocation
  /// The keys under which something is saved.
  let keys: @Sendable () throws -> [String]

  init(
    location: @escaping @Sendable (String) -> PersistenceLocation,
    keys: @escaping @Sendable () throws -> [String]
  ) {
    self.location = location
    self.keys = keys
  }

  /// A folder with a file for each key, which is made if it is not there.
  ///
  /// The name of a file is its key, with other signs than small letters, digits, `-` and `_` as `%41`, and `.json`. If
  /// that is too long for a file, the name ends with a digest, and the first line of the file has the key. The folder is
  /// for these files alone. Two keys are the same if their UTF-8 is.
  public static func folder(_ url: URL) -> PersistenceFolder {
    let path = SystemCalls.resolved(url.absoluteURL.path)
    return PersistenceFolder { key in
      let file = "\(path)/\(FileName.name(of: key)).json"
      let owner = FileName.isShort(key) ? nil : FileOwner(key)
      return PersistenceLocation(FileStorage(file, lock: ".lock", owner: owner), key: key)
    } keys: {
      try SystemCalls().names(in: path).compactMap { try key(ofFile: $0, in: path) }
    }
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

  /// Memory, for tests and previews, with the keys as a database has them.
  public static func memory(_ memory: PersistenceMemory) -> PersistenceFolder {
    PersistenceFolder { key in
      .memory(memory, key: RowName.name(of: key))
    } keys: {
      memory.keys.compactMap { DamagedName.isOne($0) ? nil : RowName.key(of: $0) }
    }
  }
}
