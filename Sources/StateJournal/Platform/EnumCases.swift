/// The cases of an enumeration whose cases have no values, such as the keys of a synthesized `Codable`.
enum EnumCases {
  private static let kindOfEnums: UInt = 0x201

  /// Whether a type is an enumeration.
  static func isEnum(_ type: any Any.Type) -> Bool { metadata(of: type)[0] == kindOfEnums }

  /// Returns all cases in their order; empty for other types, and for more than 256 cases.
  static func all<Cases>(_ type: Cases.Type) -> [Cases] {
    guard isEnum(type),
      let descriptor = UnsafeRawPointer(bitPattern: metadata(of: type)[1])
    else { return [] }
    // The two numbers are part of Swift's stable ABI. The upper byte of the first one has another meaning.
    let withValues = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let count = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    guard withValues == 0, (1...256).contains(count) else { return [] }
    switch MemoryLayout<Cases>.size {
    case 0: return [unsafeBitCast((), to: Cases.self)]
    case 1: return (0..<count).map { unsafeBitCast(UInt8($0), to: Cases.self) }
    default: return []
    }
  }

  private static func metadata(of type: any Any.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }
}
