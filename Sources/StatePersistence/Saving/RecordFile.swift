/// A record at a location that belongs to no state, for other products of this package.
///
/// Its functions take as long as disk access.
package struct RecordFile: Sendable {
  private let location: PersistenceLocation

  package init(_ location: PersistenceLocation) {
    self.location = location
  }

  /// The identity that two values for one location share.
  package var identity: String { "\(location.storage.identity)\n\(location.key)" }

  /// Reads the record, if there is one.
  package func read() throws(SavedStateError) -> RecordFolder.Contents? {
    do {
      if let problem = location.seal?.problem { throw problem }
      guard let (bytes, stamp) = try location.storage.read(location.key) else { return nil }
      let record = try Record(location.text(bytes, number: stamp.number))
      return RecordFolder.Contents(record)
    } catch { throw location.storage.error(error, .unreadable, location.key) }
  }

  /// Replaces the record; a crash may revert it.
  package func write(_ contents: RecordFolder.Contents) throws(SavedStateError) {
    let record = contents.record
    do {
      try location.storage.exclusively { access in
        let number = try access.nextNumber(location.key)
        let bytes = try location.bytes(of: record, number: number)
        do { _ = try access.write(bytes, location.key) } catch is UnconfirmedWrite {}
      }
    } catch { throw location.storage.error(error, .unwritable, location.key) }
  }

  /// Moves a record that can't be used to a place that isn't loaded.
  ///
  /// - Returns: The same error, with that place.
  package func setAside(_ error: SavedStateError) -> SavedStateError {
    var error = location.storage.error(error, error.code, location.key)
    error.setAside = try? location.storage.exclusively { access in
      try access.setAside(location.key, keepsOriginal: false)
    }
    return error
  }

  /// Returns an error with the place of the record.
  package func error(_ error: SavedStateError) -> SavedStateError {
    location.storage.error(error, error.code, location.key)
  }
}

extension RecordFolder.Contents {
  fileprivate init(_ record: Record) {
    self.init(name: record.name ?? "", version: record.version)
    fields = record.fields
  }

  fileprivate var record: Record { Record(name: name, version: version, fields: fields) }
}
