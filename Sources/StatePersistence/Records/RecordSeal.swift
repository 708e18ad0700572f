/// Makes the text of a record unreadable for those without a key, and readable again.
protocol RecordSeal: Sendable {
  /// A name that no other key has, and that doesn't reveal the key.
  var keyName: [UInt8] { get }
  /// Why it can't be used.
  var problem: SavedStateError? { get }

  /// Seals a text for the name that it has in its storage, with the number of the write where the storage counts them
  /// apart from the record.
  func seal(_ text: [UInt8], place: String, number: Int?) throws(SavedStateError) -> [UInt8]

  /// Opens what was sealed for the name, by a write that has the number or a later one.
  ///
  /// The errors `damaged` and `truncated` stand for what is of no use, others for what is to stay as it is.
  func open(_ bytes: [UInt8], place: String, number: Int?) throws(SavedStateError) -> [UInt8]
}

/// What tells a sealed record from others, also where no seal is known.
enum SealedMark {
  /// The first bytes, which are no text, and which a transfer that changes the ends of lines changes.
  static let bytes: [UInt8] = [0x93] + Array("State".utf8) + [0x0D, 0x0A]
}
