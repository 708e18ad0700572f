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
  /// The name of a file is its key, with other signs than small letters, digits, `-` and `_` as `%41`, and `.json`. The
  /// folder is for these files alone. Two keys are the same if their UTF-8 is.
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

  /// Memory, for tests and previews, with the keys as a database has them.
  public static func memory(_ memory: PersistenceMemory) -> PersistenceFolder {
    PersistenceFolder { key in
      .memory(memory, key: RowName.name(of: key))
    } keys: {
      memory.keys.compactMap { DamagedName.isOne($0) ? nil : RowName.key(of: $0) }
    }
  }
}

/// Keys as names of files, which differ also where a system takes `A` for `a`.
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

  /// The key that has a name; nothing if none has it.
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
