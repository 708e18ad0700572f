/// Names in which bytes of keys are escaped as `%` and two hexadecimal digits.
enum EscapedName {
  /// Returns the key for which `escape` returns a name, or `nil` if there is no such key.
  static func key(of name: String, escaping escape: (String) -> String) -> String? {
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
    return escape(key).utf8.elementsEqual(name.utf8) ? key : nil
  }
}
