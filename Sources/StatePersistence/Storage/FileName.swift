/// The conversion between keys and file names.
///
/// The names of different keys differ even if the file system ignores case. A name with a digest contains a dot, and
/// the name of a short key doesn't.
enum FileName {
  /// The maximum length of an escaped key that is used as a file name: `.name.json.saving` has at most 255 bytes.
  static let longest = 255 - ".".utf8.count - ".json.saving".utf8.count
  /// The number of bytes of a long escaped key that its file name starts with.
  private static let longestPrefix = 160

  /// Returns the name of the file for a key, without `.json`.
  static func name(of key: String) -> String {
    let name = escaped(key)
    if name.utf8.count <= longest { return name }
    return "\(name.prefix(longestPrefix)).\(SHA256Digest(Array(key.utf8)).text)"
  }

  /// Whether a key can be read from the name of its file.
  static func isShort(_ key: String) -> Bool { escaped(key).utf8.count <= longest }

  /// Whether a name is that of a long key, which is stored in the file.
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

  /// Returns the short key with a name, or `nil` if no short key has this name.
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
