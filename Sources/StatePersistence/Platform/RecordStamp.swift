/// A stamp that shows whether a record is still the one that was read or written before.
struct RecordStamp: Hashable, Sendable {
  let text: String
  /// The number of the last write under the key, if the storage keeps it separate from the record.
  var number: Int?
}
