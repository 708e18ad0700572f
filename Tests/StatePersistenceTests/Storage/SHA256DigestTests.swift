import Testing

@testable import StatePersistence

#if Encryption
import Crypto
#endif

@Suite struct SHA256DigestTests {
  /// Compares digests with known ones, such as the examples of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 100_000),
      "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"
    ),
  ])
  func theDigestIsTheKnownOne(text: String, digest: String) {
    #expect(SHA256Digest(Array(text.utf8)).text == digest)
  }

  #if Encryption
  @Test func eachLengthHasTheDigestOfSwiftCrypto() {
    for count in 0...300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
      let expected = SHA256.hash(data: bytes).flatMap { [$0 >> 4, $0 & 15] }
      #expect(SHA256Digest(bytes).text == expected.map { String($0, radix: 16) }.joined())
    }
  }
  #endif
}
