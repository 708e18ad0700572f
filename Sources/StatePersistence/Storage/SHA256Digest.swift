/// A SHA-256 digest that doesn't need swift-crypto, which is fetched only with a trait.
struct SHA256Digest {
  /// The digest as 64 hexadecimal digits.
  let text: String

  init(_ bytes: [UInt8]) {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    let padded = Self.padded(bytes)
    for start in stride(from: 0, to: padded.count, by: 64) {
      Self.add(padded[start..<start + 64], to: &state)
    }
    text = state.map(Self.text).joined()
  }

  /// Returns the bytes, padded to a whole number of blocks with a one bit, zeros, and the number of bits.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let count = UInt64(bytes.count) * 8
    return padded + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// Returns the words of a block, followed by the words that are derived from them.
  private static func words(_ block: ArraySlice<UInt8>) -> [UInt32] {
    let bytes = Array(block)
    var words = stride(from: 0, to: 64, by: 4).map { start in
      bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (before, last) = (words[index - 15], words[index - 2])
      let low = rotated(before, 7) ^ rotated(before, 18) ^ before >> 3
      let high = rotated(last, 17) ^ rotated(last, 19) ^ last >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    return words
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var round = state
    for (word, constant) in zip(words(block), constants) {
      let (a, e) = (round[0], round[4])
      let choice = (e & round[5]) ^ (~e & round[6])
      let majority = (a & round[1]) ^ (a & round[2]) ^ (round[1] & round[2])
      let high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let first = round[7] &+ high &+ choice &+ constant &+ word
      round.removeLast()
      round[3] = round[3] &+ first
      round.insert(first &+ low &+ majority, at: 0)
    }
    for index in state.indices { state[index] = state[index] &+ round[index] }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func text(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
