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
  /// folder is for these files alone.
  public static func folder(_ url: URL) -> PersistenceFolder {
    let path = url.resolvingSymlinksInPath().path
    return PersistenceFolder { key in
      let name = "\(FileName.name(of: key)).json"
      return PersistenceLocation(FileStorage("\(path)/\(name)", lock: ".lock"), key: key)
    } keys: {
      try SystemCalls().names(in: path).compactMap { name in
        name.hasSuffix(".json") ? FileName.key(of: String(name.dropLast(5))) : nil
      }
    }
  }

  /// Memory, for tests and previews.
  public static func memory(_ memory: PersistenceMemory) -> PersistenceFolder {
    PersistenceFolder { key in
      .memory(memory, key: key)
    } keys: {
      memory.keys.filter { !DamagedName.isOne($0) }
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
    var bytes: [UInt8] = []
    var rest = Substring(name).utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let key = String(decoding: bytes, as: UTF8.self)
    return self.name(of: key) == name ? key : nil
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
