/// What the file of a flight recorder says about its run.
struct FlightHeader: Equatable {
  var layout: FlightLayout
  /// The identity of the run.
  var id: UInt64
  var secondID: UInt64
  /// The seconds between 1970 and the start.
  var start: Double
  var appVersion: String

  /// The start of all checksums, so that the bytes of another run in the same place don't count.
  var salt: UInt64 { id | 4 }

  /// Writes the header into a file of zeros.
  func begin(_ file: FlightBytes) {
    let bytes = file.buffer
    var version = appVersion
    while version.utf8.count > FlightLayout.longestVersion { version.removeLast() }
    func store(_ value: UInt64, at place: Int) {
      bytes.storeBytes(of: value.littleEndian, toByteOffset: place, as: UInt64.self)
    }
    store(UInt64(FlightLayout.version), at: 8)
    store(UInt64(layout.names), at: 16)
    store(UInt64(layout.records), at: 24)
    store(id, at: 32)
    store(secondID, at: 40)
    store(start.bitPattern, at: 48)
    store(UInt64(version.utf8.count), at: 56)
    for (index, byte) in version.utf8.enumerated() { bytes[64 + index] = byte }
    let fixed = FlightLayout.fixedHeaderSize
    let content = UnsafeRawBufferPointer(rebasing: bytes[8..<fixed - 8])
    store(FlightChecksum.of(content, 0), at: fixed - 8)
    // Last, because a file without it has no content.
    store(FlightLayout.magic, at: 0)
  }

  /// Writes that the run has ended as planned.
  func writeEnd(at time: UInt64, to file: FlightBytes) {
    let place = file.base + FlightLayout.endPlace
    place.storeBytes(of: time.littleEndian, as: UInt64.self)
    let sum = FlightChecksum.add(time, to: salt)
    place.storeBytes(of: sum.littleEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Reads the header of a file.
  init(_ bytes: UnsafeRawBufferPointer) throws(FlightError) {
    let fixed = FlightLayout.fixedHeaderSize
    guard bytes.count >= FlightLayout.headerSize, bytes.word(0) == FlightLayout.magic else {
      throw .isNoFlight
    }
    guard bytes.word(8) == UInt64(FlightLayout.version) else {
      throw .hasOtherVersion(Int(clamping: bytes.word(8)))
    }
    let content = UnsafeRawBufferPointer(rebasing: bytes[8..<fixed - 8])
    guard FlightChecksum.of(content, 0) == bytes.word(fixed - 8) else { throw .isDamaged }
    let (names, records, length) = (bytes.word(16), bytes.word(24), bytes.word(56))
    guard records.nonzeroBitCount == 1, records <= 1 << 20, names < UInt64(UInt16.max),
      length <= UInt64(FlightLayout.longestVersion)
    else { throw .isDamaged }
    layout = FlightLayout(names: Int(names), records: Int(records))
    id = bytes.word(32)
    secondID = bytes.word(40)
    start = Double(bitPattern: bytes.word(48))
    appVersion = String(decoding: bytes[64..<64 + Int(length)], as: UTF8.self)
  }

  init(
    layout: FlightLayout,
    id: UInt64,
    secondID: UInt64,
    start: Double,
    appVersion: String
  ) {
    self.layout = layout
    self.id = id
    self.secondID = secondID
    self.start = start
    self.appVersion = appVersion
  }

  /// Returns the time of the planned end, if the file has one.
  func end(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
    let time = bytes.word(FlightLayout.endPlace)
    let sum = bytes.word(FlightLayout.endPlace + 8)
    return sum == FlightChecksum.add(time, to: salt) ? time : nil
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the number at a place of a file.
  func word(_ place: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
