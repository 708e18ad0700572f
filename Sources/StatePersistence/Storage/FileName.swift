/// Keys as names of files, which differ also where a system takes `A` for `a`.
///
/// A name with a digest has a dot, which names of short keys don't have.
enum FileName {
  /// The longest escaped key that is the name of a file: `.name.json.saving` has at most 255 bytes.
  static let longest = 255 - ".".utf8.count - ".json.saving".utf8.count
  /// The bytes of a long key that its name begins with.
  private static let longestPrefix = 160

  /// The name of the file of a key, without `.json`.
  static func name(of key: String) -> String {
    let name = escaped(key)
    if name.utf8.count <= longest { return name }
    return "\(name.prefix(longestPrefix)).\(SHA256Digest(Array(key.utf8)).text)"
  }

  /// Whether a key can be read from the name of its file.
  static func isShort(_ key: String) -> Bool { escaped(key).utf8.count <= longest }

  /// Whether a name is that of a long key, which is in the file.
  static func hasDigest(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: ".")) }

  private static func escaped(_ key: String) -> String {
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

  /// The short key that has a name; `nil` if no short key has it.
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
