/// Makes keys of the bytes that a terminal sends.
///
/// An arrow key arrives as several bytes that begin like the Escape key, so after an Escape the
/// parser waits; the caller ends the wait with ``flush()`` when nothing follows.
package struct KeyParser: Sendable {
  private static let escape: UInt8 = 0x1B

  private var pending: [UInt8] = []

  package var isWaiting: Bool { !pending.isEmpty }

  package init() {}

  package mutating func feed(_ byte: UInt8) -> [Key] {
    guard isWaiting else {
      guard byte == Self.escape else { return Self.plain(byte).map { [$0] } ?? [] }
      pending = [byte]
      return []
    }
    guard pending.count > 1 else { return afterEscape(byte) }
    pending.append(byte)
    guard Self.isFinal(byte) else { return [] }
    defer { pending = [] }
    return Self.sequence(pending.dropFirst(2)).map { [$0] } ?? []
  }

  /// The rest of a sequence did not come: a lone Escape was the key.
  package mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending == [Self.escape] ? [.escape] : []
  }

  private mutating func afterEscape(_ byte: UInt8) -> [Key] {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      pending.append(byte)
      return []
    case Self.escape:
      return [.escape]
    default:
      pending = []
      return [.escape] + (Self.plain(byte).map { [$0] } ?? [])
    }
  }

  private static func isFinal(_ byte: UInt8) -> Bool {
    (0x40...0x7E).contains(byte)
  }

  private static func plain(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    case UInt8(ascii: " "): .pageDown
    default: Key(rawValue: String(UnicodeScalar(byte)))
    }
  }

  /// What comes between the introducer and the end: a letter, or a number and a tilde.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Key? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "H", "1~", "7~": .home
    case "F", "4~", "8~": .end
    case "5~": .pageUp
    case "6~": .pageDown
    default: nil
    }
  }
}
