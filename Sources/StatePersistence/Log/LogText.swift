/// The conversion between the bytes of a log and its records.
struct LogText: Sendable {
  /// What a log contains.
  struct Contents {
    var records: [[UInt8]] = []
    /// The number of the next record.
    var nextNumber = 1
    /// The number of bytes up to the last undamaged record.
    var goodCount = 0
    /// Whether there is damage before the last undamaged record, or in the first frame.
    var isDamagedInside = false
    /// The number of bytes after the last undamaged record.
    var tailCount = 0
  }

  private static let version = UInt8(1)

  let owner: String
  let place: String
  let seal: (any RecordSeal)?

  // MARK: Writing

  /// Returns the bytes of a new log.
  func bytes(of records: [[UInt8]], from number: Int) throws(SavedStateError) -> [UInt8] {
    var bytes: [UInt8] = []
    let head = try body(of: [Self.version] + owner.utf8, number: number - 1)
    LogFrame.append(head, owner: CRC32(), to: &bytes)
    try append(records, from: number, to: &bytes)
    return bytes
  }

  func append(
    _ records: [[UInt8]],
    from number: Int,
    to bytes: inout [UInt8]
  ) throws(SavedStateError) {
    let sum = CRC32(owner)
    for (index, record) in records.enumerated() {
      let body = try body(of: record, number: number + index)
      if body.count > LogFrame.largest {
        throw SavedStateError(.unwritable, "a record has more than \(LogFrame.largest) bytes")
      }
      LogFrame.append(body, owner: sum, to: &bytes)
    }
  }

  private func body(of record: [UInt8], number: Int) throws(SavedStateError) -> [UInt8] {
    let text = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } + record
    guard let seal else { return text }
    return try seal.seal(text, place: place, number: number)
  }

  // MARK: Reading

  /// Reads a log, and skips what is damaged.
  ///
  /// - Throws: An error if the log must stay unchanged: it belongs to another owner or key, or a newer version wrote it.
  func contents(of bytes: [UInt8]) throws(SavedStateError) -> Contents {
    var contents = Contents()
    if bytes.isEmpty { return contents }
    var position = 0
    var last: Int?
    if let range = LogFrame.body(in: bytes, at: 0, owner: CRC32()),
      let (number, head) = try text(of: bytes[range])
    {
      try check(head)
      last = number
      contents.nextNumber = number + 1
      position = range.upperBound
      contents.goodCount = position
    } else {
      contents.isDamagedInside = true
    }
    let sum = CRC32(owner)
    var hasGap = false
    while position < bytes.count {
      if let range = LogFrame.body(in: bytes, at: position, owner: sum) {
        if let (number, record) = try text(of: bytes[range]), last.map({ number > $0 }) ?? true {
          if hasGap || last.map({ number > $0 + 1 }) ?? false { contents.isDamagedInside = true }
          contents.records.append(Array(record))
          contents.nextNumber = number + 1
          last = number
        } else {
          contents.isDamagedInside = true
        }
        position = range.upperBound
        contents.goodCount = position
        hasGap = false
      } else {
        hasGap = true
        guard let next = LogFrame.nextMark(in: bytes, from: position + 1) else { break }
        position = next
      }
    }
    contents.tailCount = bytes.count - contents.goodCount
    return contents
  }

  /// Returns the number and the record in a body; `nil` if it is damaged.
  private func text(
    of body: ArraySlice<UInt8>
  ) throws(SavedStateError) -> (number: Int, record: ArraySlice<UInt8>)? {
    var text = Array(body)
    let isSealed = body.starts(with: SealedMark.bytes)
    if let seal {
      // The checksum is right, so nothing is damaged.
      if !isSealed { throw SavedStateError(.unencrypted, "it isn't encrypted") }
      do throws(SavedStateError) { text = try seal.open(text, place: place, number: nil) } catch {
        if error.code.isDamage { return nil }
        throw error
      }
    } else if isSealed {
      throw SavedStateError(.wrongKey, "it is encrypted, but its place has no key")
    }
    guard text.count >= 8 else { return nil }
    let number = text[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (Int(clamping: number), text[8...])
  }

  private func check(_ head: ArraySlice<UInt8>) throws(SavedStateError) {
    guard let version = head.first, version <= Self.version else {
      throw SavedStateError(.newerVersion, "a newer version of the app has written the log")
    }
    guard head.dropFirst().elementsEqual(owner.utf8) else {
      throw SavedStateError(.otherState, "the log belongs to another owner")
    }
  }
}
