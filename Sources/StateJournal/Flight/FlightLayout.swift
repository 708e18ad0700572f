/// The places of a flight recorder's file.
///
/// The file has a header, a table of names, and two rings of records: the main actor writes one of them without a lock. All numbers are little-endian.
struct FlightLayout: Equatable {
  static let magic: UInt64 = 0x3154_4847_494C_4653  // "SFLIGHT1"
  static let version: UInt32 = 1
  static let headerSize = 4_096
  /// The bytes of the header that its checksum covers.
  static let fixedHeaderSize = 256
  /// The place of the end of the run in the header, which has its own checksum.
  static let endPlace = 512
  static let nameSize = 96
  static let longestName = nameSize - 12
  static let recordSize = 64
  /// The word of a record that has the end of a handler.
  static let endWord = 6
  static let longestVersion = 64

  /// The number of names.
  let names: Int
  /// The number of records in each ring, a power of two.
  let records: Int

  init(names: Int, records: Int) {
    self.names = names
    self.records = records
  }

  /// Makes room for at least as many records, within limits.
  init(capacity: Int) {
    var records = 64
    while records < min(capacity, 1 << 20) { records *= 2 }
    self.init(names: 512, records: records)
  }

  var firstName: Int { Self.headerSize }
  var size: Int { firstRecord(of: .shared) + records * Self.recordSize }

  func firstRecord(of ring: FlightRing.Place) -> Int {
    firstName + names * Self.nameSize + Int(ring.rawValue) * records * Self.recordSize
  }
}

/// The memory of a flight recorder's file, which the owner keeps.
struct FlightBytes {
  let base: UnsafeMutableRawPointer
  let count: Int

  var buffer: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base, count: count)
  }
}

/// Checksums, which tell a complete write from a torn one.
enum FlightChecksum {
  @inline(__always)
  static func add(_ word: UInt64, to sum: UInt64) -> UInt64 {
    let mixed = sum ^ word
    return ((mixed &<< 23) | (mixed &>> 41)) &* 0x9E37_79B9_7F4A_7C15
  }

  static func of(_ bytes: UnsafeRawBufferPointer, _ salt: UInt64) -> UInt64 {
    var sum = add(UInt64(bytes.count), to: salt)
    for byte in bytes { sum = add(UInt64(byte), to: sum) }
    return sum
  }
}
