/// The frames of a log, each with one record.
///
/// | bytes | |
/// | --- | --- |
/// | 4 | the mark, by which the next frame is found behind damage |
/// | 4 | the length of the body (all numbers are big-endian) |
/// | 4 | the CRC-32 of the owner, the length and the body |
/// | | the body |
///
/// The first frame contains the owner, and its checksum doesn't depend on the owner. So a log without its first frame
/// still belongs to no other owner.
struct LogFrame {
  static let mark: [UInt8] = [0x93, 0x4C, 0x6F, 0x67]
  static let headCount = 12
  /// The maximum number of bytes of a body.
  static let largest = 1 << 28

  /// Appends the frame of a body.
  static func append(_ body: [UInt8], owner: CRC32, to bytes: inout [UInt8]) {
    let length = number(UInt32(body.count))
    var sum = owner
    sum.add(length[...])
    sum.add(body[...])
    bytes += mark
    bytes += length
    bytes += number(sum.value)
    bytes += body
  }

  /// Returns the body of the frame at a position; `nil` without an undamaged frame.
  static func body(
    in bytes: [UInt8],
    at position: Int,
    owner: CRC32
  ) -> Range<Int>? {
    guard bytes.count - position >= headCount,
      bytes[position..<position + 4].elementsEqual(mark)
    else { return nil }
    let count = Int(number(in: bytes, at: position + 4))
    let start = position + headCount
    guard count <= largest, count <= bytes.count - start else { return nil }
    var sum = owner
    sum.add(bytes[position + 4..<position + 8])
    sum.add(bytes[start..<start + count])
    guard sum.value == number(in: bytes, at: position + 8) else { return nil }
    return start..<start + count
  }

  /// Returns the position of the first mark at or after a position.
  static func nextMark(in bytes: [UInt8], from position: Int) -> Int? {
    var position = position
    while position + headCount <= bytes.count {
      if bytes[position] == mark[0], bytes[position..<position + 4].elementsEqual(mark) {
        return position
      }
      position += 1
    }
    return nil
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func number(in bytes: [UInt8], at position: Int) -> UInt32 {
    bytes[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A CRC-32 checksum, as in zip files.
struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in
      sum & 1 == 1 ? 0xedb8_8320 ^ sum >> 1 : sum >> 1
    }
  }

  private var state = UInt32.max

  init() {}

  init(_ text: String) {
    add(Array(text.utf8)[...])
  }

  var value: UInt32 { ~state }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes {
          state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
        }
      }
    }
    self.state = state
  }
}
