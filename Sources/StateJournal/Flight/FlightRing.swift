/// The content of a flight recorder's file while it is written.
///
/// Each record has its number and a checksum, so a reader recognizes the one record that was being written at the end of
/// the process. A name is written completely before the first record that refers to it.
struct FlightRing {
  /// What the header says about a run.
  struct Run: Equatable {
    var id: (UInt64, UInt64)
    /// The seconds between 1970 and the start.
    var start: Double
    var appVersion: String

    static func == (first: Run, second: Run) -> Bool {
      first.id == second.id && first.start == second.start && first.appVersion == second.appVersion
    }
  }

  let layout: FlightLayout
  private let base: UnsafeMutableRawPointer
  private let records: UnsafeMutableRawPointer
  private let mask: UInt64
  private let salt: UInt64
  /// The number of the last record.
  private(set) var last: UInt64 = 0
  /// The number of names.
  private(set) var nameCount = 0

  /// Writes the header into a file of zeros.
  init(_ layout: FlightLayout, _ bytes: UnsafeMutableRawBufferPointer, _ run: Run) {
    precondition(bytes.count >= layout.size, "The file has no room for its layout")
    self.layout = layout
    base = bytes.baseAddress!
    records = base + layout.firstRecord
    mask = UInt64(layout.records - 1)
    salt = run.id.0 | 1
    var version = run.appVersion
    while version.utf8.count > FlightLayout.longestVersion { version.removeLast() }
    store(FlightLayout.version.littleEndian, at: 8)
    store(UInt32(layout.names).littleEndian, at: 12)
    store(UInt32(layout.records).littleEndian, at: 16)
    store(UInt32(version.utf8.count).littleEndian, at: 20)
    store(run.id.0.littleEndian, at: 24)
    store(run.id.1.littleEndian, at: 32)
    store(run.start.bitPattern.littleEndian, at: 40)
    copy(version, to: base + 64)
    let header = UnsafeRawBufferPointer(start: base + 8, count: FlightLayout.fixedHeaderSize - 16)
    store(FlightChecksum.of(header, 0).littleEndian, at: FlightLayout.fixedHeaderSize - 8)
    // Last, because a file without it has no content.
    store(FlightLayout.magic.littleEndian, at: 0)
  }

  /// Appends a record, which replaces the oldest one in a full ring.
  ///
  /// - Returns: Its number.
  @inline(__always)
  mutating func append(_ record: FlightRecord) -> UInt64 {
    last &+= 1
    let slot = records + Int((last &- 1) & mask) &* FlightLayout.recordSize
    let words = record.words
    var sum = FlightChecksum.add(last, to: salt)
    sum = FlightChecksum.add(record.time, to: sum)
    sum = FlightChecksum.add(words.0, to: sum)
    sum = FlightChecksum.add(words.1, to: sum)
    sum = FlightChecksum.add(words.2, to: sum)
    sum = FlightChecksum.add(words.3, to: sum)
    sum = FlightChecksum.add(words.4, to: sum)
    let place = slot.assumingMemoryBound(to: UInt64.self)
    place[0] = last.littleEndian
    place[1] = record.time.littleEndian
    place[2] = words.0.littleEndian
    place[3] = words.1.littleEndian
    place[4] = words.2.littleEndian
    place[5] = words.3.littleEndian
    place[6] = words.4.littleEndian
    place[7] = sum.littleEndian
    return last
  }

  /// Appends a name.
  ///
  /// - Returns: Its index, or 0 if the table is full.
  mutating func append(_ name: FlightName) -> UInt16 {
    guard nameCount < layout.names, nameCount < Int(UInt16.max) - 1 else { return 0 }
    let place = base + layout.firstName + nameCount * FlightLayout.nameSize
    let text = name.storedText
    place.storeBytes(of: name.owner.littleEndian, toByteOffset: 8, as: UInt16.self)
    place.storeBytes(of: name.kind.rawValue | name.coding.rawValue << 4, toByteOffset: 10, as: UInt8.self)
    place.storeBytes(of: UInt8(text.utf8.count), toByteOffset: 11, as: UInt8.self)
    copy(text, to: place + 12)
    nameCount += 1
    let bytes = UnsafeRawBufferPointer(start: place + 8, count: FlightLayout.nameSize - 8)
    let sum = FlightChecksum.of(bytes, salt &+ UInt64(nameCount))
    place.storeBytes(of: sum.littleEndian, as: UInt64.self)
    return UInt16(nameCount)
  }

  /// Records that the run has ended as planned.
  mutating func end(at time: UInt64) {
    store(time.littleEndian, at: FlightLayout.endPlace)
    store(FlightChecksum.add(time, to: salt).littleEndian, at: FlightLayout.endPlace + 8)
  }

  private func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at place: Int) {
    base.storeBytes(of: value, toByteOffset: place, as: Value.self)
  }

  private func copy(_ text: String, to place: UnsafeMutableRawPointer) {
    for (index, byte) in text.utf8.enumerated() {
      place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }
}
