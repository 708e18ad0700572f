/// A ring of records in a flight recorder's file while it is written.
///
/// Each record has its number and a checksum, so a reader recognizes the one record that was being written at the end of
/// the process.
struct FlightRing {
  /// The rings of a file.
  enum Place: UInt64, CaseIterable {
    /// The ring of the main actor.
    case main
    /// The ring of all threads, which they write under a lock.
    case shared
  }

  private let records: UnsafeMutablePointer<UInt64>
  private let mask: UInt64
  private let salt: UInt64
  /// The number of the last record.
  private(set) var last: UInt64 = 0

  init(_ place: Place, of run: FlightHeader, _ file: FlightBytes) {
    precondition(file.count >= run.layout.size, "The file has no room for its layout")
    let start = file.base + run.layout.firstRecord(of: place)
    records = start.assumingMemoryBound(to: UInt64.self)
    mask = UInt64(run.layout.records - 1)
    salt = run.salt &+ place.rawValue
  }

  /// Appends a record, which replaces the oldest one in a full ring.
  ///
  /// - Returns: Its number.
  @inline(__always)
  mutating func append(_ record: FlightRecord) -> UInt64 {
    append(record.time, record.words, endsLater: record.kind == .actionReceived)
  }

  /// Appends the words of a record; the end of its handler is written later if `endsLater`.
  @inline(__always)
  mutating func append(
    _ time: UInt64,
    _ words: (UInt64, UInt64, UInt64, UInt64, UInt64),
    endsLater: Bool
  ) -> UInt64 {
    let slot = records + Int(truncatingIfNeeded: (last & mask) &* 8)
    last &+= 1
    var sum = FlightChecksum.add(last, to: salt)
    sum = FlightChecksum.add(time, to: sum)
    sum = FlightChecksum.add(words.0, to: sum)
    sum = FlightChecksum.add(words.1, to: sum)
    sum = FlightChecksum.add(words.2, to: sum)
    sum = FlightChecksum.add(words.3, to: sum)
    if !endsLater { sum = FlightChecksum.add(words.4, to: sum) }
    slot[0] = last.littleEndian
    slot[1] = time.littleEndian
    slot[2] = words.0.littleEndian
    slot[3] = words.1.littleEndian
    slot[4] = words.2.littleEndian
    slot[5] = words.3.littleEndian
    slot[6] = words.4.littleEndian
    slot[7] = sum.littleEndian
    return last
  }

  /// Writes the end of a handler into the record of its action.
  ///
  /// - Returns: `false` if another record has replaced it.
  @inline(__always)
  func writeEnd(of number: UInt64, after duration: UInt64) -> Bool {
    let slot = records + Int(truncatingIfNeeded: ((number &- 1) & mask) &* 8)
    guard slot[0] == number.littleEndian else { return false }
    let end = FlightEnd(after: duration, records: last &- number)
    slot[FlightLayout.endWord] = end.word(number).littleEndian
    return true
  }
}
