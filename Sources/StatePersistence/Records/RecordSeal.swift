/// A type that seals the text of records, so that it is unreadable without a key, and opens it again.
protocol RecordSeal: Sendable {
  /// A name that is unique to the key and doesn't reveal it.
  var keyName: [UInt8] { get }
  /// The reason why the seal can't be used, if it can't.
  var problem: SavedStateError? { get }

  /// Seals a text for the name of its record in the storage.
  ///
  /// The number is that of the write, if the storage keeps it separate from the record.
  func seal(_ text: [UInt8], place: String, number: Int?) throws(SavedStateError) -> [UInt8]

  /// Opens data that was sealed for the name, by a write with the number or a later one.
  ///
  /// - Throws: `damaged` or `truncated` if the data is unusable, or another error if the data must stay unchanged.
  func open(_ bytes: [UInt8], place: String, number: Int?) throws(SavedStateError) -> [UInt8]
}

/// The mark that distinguishes a sealed record from others, even if no seal is known.
enum SealedMark {
  /// The first bytes of a sealed record.
  ///
  /// They aren't text, and a transfer that converts line endings changes them.
  static let bytes: [UInt8] = [0x93] + Array("State".utf8) + [0x0D, 0x0A]
}
