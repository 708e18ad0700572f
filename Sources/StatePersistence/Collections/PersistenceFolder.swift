public import Foundation

/// A location for the states of a collection, each saved under a key.
public struct PersistenceFolder: Sendable {
  let location: @Sendable (String) -> PersistenceLocation
  /// Returns the keys with saved states.
  let keys: @Sendable () throws -> [String]

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
  /// and `_` are escaped as `%41`. Don't store other files in the folder. Two keys are equal if their UTF-8 is equal.
  public static func folder(_ url: URL) -> PersistenceFolder {
    let path = SystemCalls.resolved(url.absoluteURL.path)
    return PersistenceFolder { key in
      let name = "\(FileName.name(of: key)).json"
      return PersistenceLocation(FileStorage("\(path)/\(name)", lock: ".lock"), key: key)
    } keys: {
      try SystemCalls().names(in: path).compactMap { name in
        name.hasSuffix(".json") ? FileName.key(of: String(name.dropLast(5))) : nil
      }
    }
  }

  /// Returns a location in memory, for tests and previews.
  ///
  /// The keys are stored as in a database.
  public static func memory(_ memory: PersistenceMemory) -> PersistenceFolder {
    PersistenceFolder { key in
      .memory(memory, key: RowName.name(of: key))
    } keys: {
      memory.keys.compactMap { DamagedName.isOne($0) ? nil : RowName.key(of: $0) }
    }
  }
}

/// The conversion between keys and file names.
///
/// Names of different keys differ even on case-insensitive file systems.
enum FileName {
  static func name(of key: String) -> String {
    var name = ""
    for byte in key.utf8 {
      if isPlain(byte) {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        name += byte < 16 ? "%0" : "%"
        name += String(byte, radix: 16)
      }
    }
    return name
  }

  /// Returns the key with a name, or `nil` if no key has this name.
  static func key(of name: String) -> String? {
    EscapedName.key(of: name, escaping: self.name)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
