/// The table of names in a flight recorder's file while it is written.
///
/// A name is written completely before the first record that refers to it.
struct FlightNames {
  private let base: UnsafeMutableRawPointer
  private let limit: Int
  private let salt: UInt64
  private(set) var count = 0

  init(of run: FlightHeader, _ file: FlightBytes) {
    base = file.base + run.layout.firstName
    limit = run.layout.names
    salt = run.salt
  }

  /// Appends a name.
  ///
  /// - Returns: Its index, or 0 if the table is full.
  mutating func append(_ name: FlightName) -> UInt16 {
    guard count < limit else { return 0 }
    let place = base + count * FlightLayout.nameSize
    let text = name.storedText
    place.storeBytes(of: name.owner.littleEndian, toByteOffset: 8, as: UInt16.self)
    let kind = name.kind.rawValue | name.coding.rawValue << 4
    place.storeBytes(of: kind, toByteOffset: 10, as: UInt8.self)
    place.storeBytes(of: UInt8(text.utf8.count), toByteOffset: 11, as: UInt8.self)
    for (index, byte) in text.utf8.enumerated() {
      place.storeBytes(of: byte, toByteOffset: 12 + index, as: UInt8.self)
    }
    count += 1
    let bytes = UnsafeRawBufferPointer(start: place + 8, count: FlightLayout.nameSize - 8)
    let sum = Self.checksum(bytes, salt, count)
    place.storeBytes(of: sum.littleEndian, as: UInt64.self)
    return UInt16(count)
  }

  private static func checksum(
    _ bytes: UnsafeRawBufferPointer,
    _ salt: UInt64,
    _ index: Int
  ) -> UInt64 {
    FlightChecksum.of(bytes, salt &+ 8 &* UInt64(index))
  }

  /// Reads the names of a file by index; `nil` for one that is damaged.
  static func all(_ bytes: UnsafeRawBufferPointer, _ run: FlightHeader) -> [FlightName?] {
    var names: [FlightName?] = []
    for index in 0..<run.layout.names {
      let place = run.layout.firstName + index * FlightLayout.nameSize
      let end = place + FlightLayout.nameSize
      // A shorter file has lost its end.
      guard end <= bytes.count else { break }
      let content = UnsafeRawBufferPointer(rebasing: bytes[place + 8..<end])
      let sum = bytes.word(place)
      if sum == 0, content.allSatisfy({ $0 == 0 }) { break }
      names.append(sum == checksum(content, run.salt, index + 1) ? name(content) : nil)
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
}
