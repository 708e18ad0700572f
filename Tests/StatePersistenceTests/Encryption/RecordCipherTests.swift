#if Encryption
import Crypto
import StateCore
import Testing

@testable import StatePersistence

@Suite(.timeLimit(.minutes(20))) struct RecordCipherTests {
  private let cipher = RecordCipher(Self.key)
  private let text = Array(#"{"state":"Settings","version":1,"fields":{"name":"secret"}}"#.utf8)

  private static let key = SymmetricKey(data: Array(0..<32))

  private func seal(number: Int? = nil) throws -> [UInt8] {
    try cipher.seal(text, place: "settings.json", number: number)
  }

  private func open(_ bytes: [UInt8], number: Int? = nil) throws(SavedStateError) -> [UInt8] {
    try cipher.open(bytes, place: "settings.json", number: number)
  }

  private func code(_ bytes: [UInt8], number: Int? = nil) -> SavedStateError.Code? {
    do throws(SavedStateError) {
      _ = try open(bytes, number: number)
      return nil
    } catch { return error.code }
  }

  /// Returns a header with a valid checksum, as an attacker without the key could create it.
  private func withSum(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(60..<64, with: Array(SHA256.hash(data: bytes[..<60]).prefix(4)))
    return bytes
  }

  @Test(arguments: [0, 1, 15, 16, 100_000], ["", "a", "größe.json", "a\nb"])
  func whatIsSealedOpens(count: Int, place: String) throws {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    for number in [nil, 0, 1, Int.max] {
      let sealed = try cipher.seal(text, place: place, number: number)
      #expect(sealed.count == 64 + place.utf8.count + count + 16)
      #expect(try cipher.open(sealed, place: place, number: number) == text)
    }
  }

  /// Opens a record that another program created in the first version of the format.
  ///
  /// All future versions have to open it.
  @Test func theFormatStays() throws {
    let digits = Array(Self.first.joined())
    let sealed = try stride(from: 0, to: digits.count, by: 2).map { offset in
      try #require(UInt8(String(digits[offset...offset + 1]), radix: 16))
    }
    #expect(try cipher.open(sealed, place: "place", number: 7) == Array("text".utf8))
  }

  private static let first = [
    "9353746174650d0a000000010000000500000000000000040000000000000007",
    "c98776ed131a5def1dbf79a91a5931946465666768696a6b6c6d6e6f01972877",
    "706c616365a5fe5d6acf09019a1f72459a2ebb9afed06dd588",
  ]

  @Test func theTextIsNotInTheBytes() throws {
    let (one, two) = (try seal(), try seal())
    #expect(!one.contains("secret".utf8))
    #expect(!one.contains(text.prefix(8)))
    // Each has a separate nonce.
    #expect(one != two)
    #expect(!two.contains(one[80..<96]))
  }

  @Test func anotherKeyIsNotDamage() throws {
    let other = RecordCipher(SymmetricKey(size: .bits256))
    let sealed = try seal()
    let error = try #require(throws: SavedStateError.self) {
      try other.open(sealed, place: "settings.json", number: nil)
    }
    #expect(error.code == .wrongKey)
  }

  @Test func anotherPlaceIsFound() throws {
    let sealed = try seal()
    let error = try #require(throws: SavedStateError.self) {
      try cipher.open(sealed, place: "account.json", number: nil)
    }
    #expect(error.code == .otherPlace)
    #expect(error.reason == "it was encrypted for \"settings.json\"")
  }

  @Test func anEarlierNumberIsFound() throws {
    let sealed = try seal(number: 5)
    #expect(code(sealed, number: 4) == nil)
    #expect(code(sealed, number: 5) == nil)
    #expect(code(sealed, number: 6) == .replayed)
    let unnumbered = try seal()
    #expect(code(unnumbered, number: 1) == .replayed)
  }

  @Test func whatIsTooShortIsTruncated() throws {
    let sealed = try seal()
    for count in 0..<sealed.count {
      #expect(code(Array(sealed.prefix(count))) == .truncated, "\(count) bytes")
    }
    #expect(code(sealed + [0]) == .damaged)
  }

  @Test func eachChangedBitIsFound() throws {
    let sealed = try seal()
    for offset in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[offset] ^= 1 << bit
        #expect(code(changed) == .damaged, "bit \(bit) of byte \(offset)")
      }
    }
  }

  @Test func headsThatSomebodyHasMadeAreRefused() throws {
    func changed(
      _ offset: Int,
      _ bytes: [UInt8],
      number: Int? = nil
    ) throws -> SavedStateError.Code? {
      var sealed = try seal(number: 5)
      sealed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return code(withSum(sealed), number: number)
    }
    let largest = Array(repeating: UInt8.max, count: 8)
    #expect(try changed(8, [0, 0, 0, 2]) == .newerVersion)
    #expect(try changed(8, [0, 0, 0, 0]) == .damaged)
    // Lengths that exceed the data don't allocate memory.
    #expect(try changed(12, Array(largest.prefix(4))) == .truncated)
    #expect(try changed(16, largest) == .truncated)
    #expect(try changed(16, [0x7F] + largest.dropFirst()) == .truncated)
    #expect(try changed(16, [0, 0, 1, 0, 0, 0, 0, 0]) == .truncated)
    #expect(try changed(12, Array(repeating: UInt8.max, count: 12)) == .truncated)
    #expect(try changed(12, [0, 0, 0, 0]) == .damaged)
    #expect(try changed(24, largest, number: 6) == .damaged)
    #expect(try changed(32, largest) == .wrongKey)
    #expect(try changed(48, largest) == .damaged)
  }

  @Test(arguments: ["{}", " \n{\"version\":1", #"{"state":"Settings","version":2,"fields":{}}"#])
  func textIsRefused(text: String) {
    #expect(code(Array(text.utf8)) == .unencrypted)
  }

  @Test(arguments: ["damage", "\u{93}", "[]"])
  func otherBytesAreDamage(text: String) {
    #expect(code(Array(text.utf8)) == .damaged)
  }

  @Test(arguments: [0, 64, 120])
  func aShortKeyIsAMistake(bits: Int) {
    let cipher = RecordCipher(SymmetricKey(data: Array(repeating: UInt8(1), count: bits / 8)))
    #expect(cipher.problem?.code == .declaration)
    #expect(cipher.problem?.reason == "the key has \(bits) bits, but at least 128 are required")
  }

  @Test(arguments: [128, 192, 256, 512])
  func aKeyOfAnySizeIsUsed(bits: Int) throws {
    let cipher = RecordCipher(SymmetricKey(size: SymmetricKeySize(bitCount: bits)))
    #expect(cipher.problem == nil)
    let sealed = try cipher.seal(text, place: "a", number: nil)
    #expect(try cipher.open(sealed, place: "a", number: nil) == text)
  }

  @Test func changedBytesDoNotTrap() throws {
    var generator = SeededGenerator(seed: 1)
    var codes: [SavedStateError.Code: Int] = [:]
    let sealed = try seal(number: 5)
    for _ in 0..<(fuzzCount ?? 20_000) {
      var bytes = sealed
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let offset = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, offset + Int.random(in: 0...9, using: &generator))
        let count = Int.random(in: 0...9, using: &generator)
        let part = (0..<count).map { _ in
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
            .randomElement(using: &generator)!
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.replaceSubrange(offset..<min(bytes.count, offset + count), with: part)
        case 1: bytes.replaceSubrange(offset..<end, with: part)
        case 2: bytes.removeSubrange(offset...)
        default:
          if bytes.count > 64 {
            let field = [8, 12, 16, 24, 32, 48].randomElement(using: &generator)!
            bytes[field + Int.random(in: 0..<4, using: &generator)] = part.first ?? 0
          }
        }
      }
      if bytes.count >= 64, Bool.random(using: &generator) { bytes = withSum(bytes) }
      if bytes == sealed { continue }
      codes[try #require(code(bytes, number: 5)), default: 0] += 1
    }
    let expected: Set<SavedStateError.Code> = [.damaged, .truncated, .wrongKey, .newerVersion]
    // Bytes that start with a brace may be among them.
    #expect(Set(codes.keys).subtracting([.unencrypted]) == expected, "\(codes)")
  }
}
#endif
