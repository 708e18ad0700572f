#if Encryption
import Crypto
import Foundation

/// A seal that encrypts records with AES-GCM.
///
/// | offset | bytes | |
/// | --- | --- | --- |
/// | 0 | 8 | the mark |
/// | 8 | 4 | the version of the format (all numbers are big-endian) |
/// | 12 | 4 | the length of the place |
/// | 16 | 8 | the length of the text |
/// | 24 | 8 | the number of the write, or 0 |
/// | 32 | 16 | the name of the key |
/// | 48 | 12 | the nonce |
/// | 60 | 4 | the first bytes of the SHA-256 of everything above |
/// | 64 | | the place |
/// | | | the text, encrypted |
/// | | 16 | the tag, which authenticates everything above |
///
/// The checksum distinguishes a damaged header from one with another key, before a key is needed.
struct RecordCipher: RecordSeal {
  private static let version = 1
  private static let headCount = 64
  private static let sumCount = 4
  private static let tagCount = 16

  let problem: SavedStateError?
  private let key: SymmetricKey
  let keyName: [UInt8]

  /// - Parameter key: The key of the app. The key of the records and its name are derived from it.
  init(_ key: SymmetricKey) {
    problem =
      key.bitCount >= 128
      ? nil
      : SavedStateError(
        .declaration,
        "the key has \(key.bitCount) bits, but at least 128 are required"
      )
    func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key,
        info: Array("StatePersistence \(purpose)".utf8),
        outputByteCount: count
      )
    }
    self.key = derived("record", 32)
    keyName = derived("name", 16).withUnsafeBytes { Array($0) }
  }

  // MARK: Sealing

  func seal(_ text: [UInt8], place: String, number: Int?) throws(SavedStateError) -> [UInt8] {
    let nonce = AES.GCM.Nonce()
    var bytes = SealedMark.bytes
    Self.append(UInt32(Self.version), to: &bytes)
    Self.append(UInt32(truncatingIfNeeded: place.utf8.count), to: &bytes)
    Self.append(UInt64(text.count), to: &bytes)
    Self.append(UInt64(number ?? 0), to: &bytes)
    bytes += keyName
    bytes += nonce
    bytes += Self.sum(of: bytes[...])
    bytes += place.utf8
    do {
      let box = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: bytes)
      return bytes + box.ciphertext + box.tag
    } catch { throw SavedStateError(.unwritable, "the encryption failed: \(describe(error))") }
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private static func sum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: bytes).prefix(sumCount))
  }

  // MARK: Opening

  func open(_ bytes: [UInt8], place: String, number: Int?) throws(SavedStateError) -> [UInt8] {
    let head = try Self.head(of: bytes)
    let placeCount = UInt64(Self.number(in: head[12..<16]))
    let textCount = UInt64(Self.number(in: head[16..<24]))
    let nonce = head[48..<60]
    let sealedNumber = Self.number(in: head[24..<32])
    let version = Self.number(in: head[8..<12])
    if version > Self.version {
      throw SavedStateError(
        .newerVersion,
        "it was encrypted in version \(version), but this app supports version \(Self.version)"
      )
    }
    guard head[32..<48].elementsEqual(keyName) else {
      throw SavedStateError(.wrongKey, "it is encrypted with another key")
    }
    let rest = UInt64(bytes.count - Self.headCount)
    let (partCount, isTooMuch) = (placeCount + UInt64(Self.tagCount))
      .addingReportingOverflow(textCount)
    if isTooMuch || partCount > rest {
      throw SavedStateError(.truncated, "the encrypted data is truncated")
    }
    if partCount < rest {
      throw SavedStateError(.damaged, "unexpected data after the encrypted data")
    }
    let start = Self.headCount + Int(placeCount)
    let end = bytes.count - Self.tagCount
    let text: Data
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce),
        ciphertext: bytes[start..<end],
        tag: bytes[end...]
      )
      text = try AES.GCM.open(box, using: key, authenticating: bytes[..<start])
    } catch { throw SavedStateError(.damaged, "the encrypted data was modified") }
    let sealedPlace = bytes[Self.headCount..<start]
    guard sealedPlace.elementsEqual(place.utf8) else {
      let name = String(decoding: sealedPlace, as: UTF8.self)
      throw SavedStateError(.otherPlace, "it was encrypted for \"\(name)\"")
    }
    if let number, sealedNumber < number {
      throw SavedStateError(
        .replayed,
        "it is an earlier version: expected number \(number), found \(sealedNumber)"
      )
    }
    return Array(text)
  }

  /// Returns the header, which is undamaged.
  private static func head(of bytes: [UInt8]) throws(SavedStateError) -> ArraySlice<UInt8> {
    let mark = bytes.prefix(SealedMark.bytes.count)
    guard SealedMark.bytes.starts(with: mark) else {
      if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") {
        throw SavedStateError(.unencrypted, "it isn't encrypted")
      }
      throw SavedStateError(.damaged, "expected an encrypted state")
    }
    guard bytes.count >= headCount else {
      throw SavedStateError(.truncated, "the encrypted data is truncated")
    }
    let head = bytes[..<headCount]
    guard head.suffix(sumCount).elementsEqual(sum(of: head.dropLast(sumCount))),
      number(in: head[8..<12]) >= 1
    else { throw SavedStateError(.damaged, "the header of the encrypted data was modified") }
    return head
  }

  /// Returns a number of at most 8 bytes, limited to the largest integer.
  private static func number(in bytes: ArraySlice<UInt8>) -> Int {
    Int(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
#endif
