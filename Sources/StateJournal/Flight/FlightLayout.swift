/// The places of a flight recorder's file.
///
/// The file has a header, a table of names, and a ring of records. All numbers are little-endian.
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
  static let longestVersion = 64

  /// The number of names.
  let names: Int
  /// The number of records, a power of two.
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
  var firstRecord: Int { firstName + names * Self.nameSize }
  var size: Int { firstRecord + records * Self.recordSize }
}

/// Checksums, which tell a complete write from a torn one.
enum FlightChecksum {
  @inline(__always)
  static func add(_ word: UInt64, to sum: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product &>> 29)
  }

  static func of(_ bytes: UnsafeRawBufferPointer, _ salt: UInt64) -> UInt64 {
    var sum = add(UInt64(bytes.count), to: salt)
    for byte in bytes { sum = add(UInt64(byte), to: sum) }
    return sum
  }
}
