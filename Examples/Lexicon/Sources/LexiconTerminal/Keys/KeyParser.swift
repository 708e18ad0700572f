import Foundation

/// Parses the bytes from a terminal into keys.
///
/// An arrow key sends several bytes that start like the Escape key, so the parser waits after an Escape; the caller
/// ends the wait with ``flush()`` if no byte follows. The parser also waits for the rest of a multibyte character.
package struct KeyParser: Sendable {
  private static let escape: UInt8 = 0x1B

  private var pending: [UInt8] = []

  package var isWaiting: Bool { !pending.isEmpty }

  package init() {}

  package mutating func feed(_ byte: UInt8) -> [Key] {
    guard let first = pending.first else { return begin(byte) }
    guard first == Self.escape else { return continueCharacter(byte) }
    guard pending.count > 1 else { return afterEscape(byte) }
    pending.append(byte)
    guard Self.isFinal(byte) else { return [] }
    defer { pending = [] }
    return Self.sequence(pending.dropFirst(2)).map { [$0] } ?? []
  }

  /// Ends the wait for more bytes, and returns Escape if that was the only byte.
  package mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending == [Self.escape] ? [.escape] : []
  }

  private mutating func begin(_ byte: UInt8) -> [Key] {
    guard byte == Self.escape || Self.length(of: byte) > 1 else {
      return Self.plain(byte).map { [$0] } ?? []
    }
    pending = [byte]
    return []
  }

  private mutating func continueCharacter(_ byte: UInt8) -> [Key] {
    guard (0x80...0xBF).contains(byte) else {
      pending = []
      return begin(byte)
    }
    pending.append(byte)
    guard pending.count == Self.length(of: pending[0]) else { return [] }
    defer { pending = [] }
    return String(bytes: pending, encoding: .utf8)?.map { .character($0) } ?? []
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
      return [.escape] + begin(byte)
    }
  }

  private static func isFinal(_ byte: UInt8) -> Bool {
    (0x40...0x7E).contains(byte)
  }

  /// Returns the length of a UTF-8 character from its first byte.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func plain(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): .enter
    case 0x08, 0x7F: .backspace
    case 0x20...0x7E: .character(Character(UnicodeScalar(byte)))
    default: nil
    }
  }

  /// Parses the bytes between the introducer and the end: a letter, or a number and a tilde.
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
