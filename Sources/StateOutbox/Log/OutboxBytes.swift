import Foundation

/// The bytes of a record that is written.
struct OutboxWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }

  mutating func write(_ number: Double) { write(number.bitPattern) }

  mutating func write(_ date: Date) { write(date.timeIntervalSinceReferenceDate) }

  mutating func write(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    write(UInt64(bitPattern: seconds))
    write(UInt64(bitPattern: attoseconds))
  }

  mutating func write(_ id: UUID) { withUnsafeBytes(of: id.uuid) { bytes += $0 } }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  mutating func write(_ data: [UInt8]) {
    write(data.count)
    bytes += data
  }

  mutating func write<Value>(_ value: Value?, _ body: (inout OutboxWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }
}

/// The bytes of a record that is read.
struct OutboxReader {
  struct Failure: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func byte() throws(Failure) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Failure() }
    return byte
  }

  mutating func flag() throws(Failure) -> Bool { try byte() == 1 }

  mutating func number() throws(Failure) -> UInt64 {
    guard rest.count >= 8 else { throw Failure() }
    let number = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    return number
  }

  mutating func int() throws(Failure) -> Int { Int(Int64(bitPattern: try number())) }

  mutating func double() throws(Failure) -> Double { Double(bitPattern: try number()) }

  mutating func date() throws(Failure) -> Date {
    Date(timeIntervalSinceReferenceDate: try double())
  }

  mutating func duration() throws(Failure) -> Duration {
    let seconds = Int64(bitPattern: try number())
    return Duration(
      secondsComponent: seconds,
      attosecondsComponent: Int64(bitPattern: try number())
    )
  }

  mutating func id() throws(Failure) -> UUID {
    guard rest.count >= 16 else { throw Failure() }
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: rest.prefix(16)) }
    rest = rest.dropFirst(16)
    return UUID(uuid: id)
  }

  mutating func data() throws(Failure) -> [UInt8] {
    let count = try int()
    guard count >= 0, count <= rest.count else { throw Failure() }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func text() throws(Failure) -> String { String(decoding: try data(), as: UTF8.self) }
}
