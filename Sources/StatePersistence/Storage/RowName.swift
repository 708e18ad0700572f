/// The conversion between keys and row names.
///
/// A row name contains no NUL, and isn't a name of data that was set aside.
enum RowName {
  /// Returns the name of the row for a key.
  static func name(of key: String) -> String {
    let bytes = Array(key.utf8)
    var name: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0: name += "%00".utf8
      case UInt8(ascii: "%"): name += "%25".utf8
      case UInt8(ascii: ".") where bytes[index...].starts(with: DamagedName.mark.utf8):
        name += "%2e".utf8
      default: name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the start of the row names of a collection, before the slash.
  static func folder(_ name: String) -> String {
    let bytes = RowName.name(of: name).utf8.flatMap { byte in
      byte == UInt8(ascii: "/") ? Array("%2f".utf8) : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the key of the row with a name, or `nil` if no key has this name.
  static func key(of name: String) -> String? {
    EscapedName.key(of: name, escaping: self.name)
  }
}
