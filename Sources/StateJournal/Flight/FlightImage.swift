/// The content of a flight recorder's file, as it was found.
struct FlightImage {
  struct Numbered: Equatable {
    let number: UInt64
    let record: FlightRecord
  }

  let run: FlightRing.Run
  /// The names by index; `nil` for one that is damaged.
  let names: [FlightName?]
  /// The complete records, the oldest first.
  let records: [Numbered]
  /// The number of records that aren't complete.
  let damagedCount: Int
  /// The time of the planned end; `nil` if the process ended otherwise.
  let end: UInt64?

  /// Reads a file.
  ///
  /// - Throws: An error if the header isn't complete, or of another version.
  init(_ bytes: UnsafeRawBufferPointer) throws(FlightError) {
    guard bytes.count >= FlightLayout.headerSize,
      Self.word(bytes, 0) == FlightLayout.magic
    else { throw .isNoFlight }
    let version = Self.half(bytes, 8)
    guard version == FlightLayout.version else { throw .hasOtherVersion(Int(version)) }
    let fixed = FlightLayout.fixedHeaderSize
    let header = UnsafeRawBufferPointer(rebasing: bytes[8..<fixed - 8])
    guard FlightChecksum.of(header, 0) == Self.word(bytes, fixed - 8) else { throw .isDamaged }
    let layout = FlightLayout(names: Int(Self.half(bytes, 12)), records: Int(Self.half(bytes, 16)))
    let versionLength = Int(Self.half(bytes, 20))
    guard layout.records > 0, layout.records.nonzeroBitCount == 1, layout.records <= 1 << 20,
      layout.names <= Int(UInt16.max), versionLength <= FlightLayout.longestVersion
    else { throw .isDamaged }
    let id = (Self.word(bytes, 24), Self.word(bytes, 32))
    let salt = id.0 | 1
    run = FlightRing.Run(
      id: id,
      start: Double(bitPattern: Self.word(bytes, 40)),
      appVersion: String(decoding: bytes[64..<64 + versionLength], as: UTF8.self)
    )
    let end = Self.word(bytes, FlightLayout.endPlace)
    let endSum = Self.word(bytes, FlightLayout.endPlace + 8)
    self.end = endSum == FlightChecksum.add(end, to: salt) ? end : nil
    names = Self.names(bytes, layout, salt)
    (records, damagedCount) = Self.records(bytes, layout, salt)
  }

  private static func names(
    _ bytes: UnsafeRawBufferPointer,
    _ layout: FlightLayout,
    _ salt: UInt64
  ) -> [FlightName?] {
    var names: [FlightName?] = []
    for index in 0..<layout.names {
      let place = layout.firstName + index * FlightLayout.nameSize
      // A shorter file has lost its end.
      guard place + FlightLayout.nameSize <= bytes.count else { break }
      let content = UnsafeRawBufferPointer(rebasing: bytes[place + 8..<place + FlightLayout.nameSize])
      let sum = word(bytes, place)
      if sum == 0, content.allSatisfy({ $0 == 0 }) { break }
      names.append(
        sum == FlightChecksum.of(content, salt &+ UInt64(index + 1)) ? name(content) : nil
      )
    }
    return names
  }

  private static func name(_ bytes: UnsafeRawBufferPointer) -> FlightName? {
    let length = Int(bytes[3])
    guard let kind = FlightName.Kind(rawValue: bytes[2] & 0xF),
      let coding = FlightName.Coding(rawValue: bytes[2] >> 4),
      length <= FlightLayout.longestName
    else { return nil }
    return FlightName(
      kind: kind,
      text: String(decoding: bytes[4..<4 + length], as: UTF8.self),
      owner: UInt16(bytes[0]) | UInt16(bytes[1]) << 8,
      coding: coding
    )
  }

  private static func records(
    _ bytes: UnsafeRawBufferPointer,
    _ layout: FlightLayout,
    _ salt: UInt64
  ) -> ([Numbered], damaged: Int) {
    var records: [Numbered] = []
    var damaged = 0
    for slot in 0..<layout.records {
      let place = layout.firstRecord + slot * FlightLayout.recordSize
      guard place + FlightLayout.recordSize <= bytes.count else { break }
      let words = (0..<8).map { word(bytes, place + 8 * $0) }
      if words.allSatisfy({ $0 == 0 }) { continue }
      let sum = words[..<7].reduce(salt) { FlightChecksum.add($1, to: $0) }
      guard sum == words[7], words[0] > 0, Int((words[0] - 1) % UInt64(layout.records)) == slot,
        let record = FlightRecord(
          time: words[1],
          (words[2], words[3], words[4], words[5], words[6])
        )
      else {
        damaged += 1
        continue
      }
      records.append(Numbered(number: words[0], record: record))
    }
    records.sort { $0.number < $1.number }
    return (records, damaged)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func half(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }
}
