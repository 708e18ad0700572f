/// Keys as names of rows: a row has no NUL, and no name of those that are set aside.
enum RowName {
  /// The name of a row with a key.
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

  /// The beginning of the rows of a collection, before a slash.
  static func folder(_ name: String) -> String {
    let bytes = RowName.name(of: name).utf8.flatMap { byte in
      byte == UInt8(ascii: "/") ? Array("%2f".utf8) : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The key of a row with a name; nothing if no key has it.
  static func key(of name: String) -> String? {
    EscapedName.key(of: name, escaping: self.name)
  }
}
