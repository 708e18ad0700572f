import Foundation

/// A folder of records that belong to no state, for other products of this package.
///
/// Its functions take as long as disk access.
package struct RecordFolder: Sendable {
  /// The content of a record.
  package struct Contents: Sendable {
    /// The name of the kind of record.
    package let name: String
    /// The version of the kind of record.
    package let version: Int
    var fields: [String: SavedJSON] = [:]

    /// Creates contents without fields.
    package init(name: String, version: Int) {
      self.name = name
      self.version = version
    }

    /// Encodes a field.
    package mutating func encode(_ value: some Encodable, _ field: String) throws(SavedStateError) {
      do { fields[field] = try SavedJSON(encoding: value) } catch {
        throw SavedStateError(field: field, error)
      }
    }

    /// Decodes a field.
    package func decode<Value: Decodable>(
      _ type: Value.Type,
      _ field: String
    ) throws(SavedStateError) -> Value {
      guard let json = fields[field] else {
        throw SavedStateError(field: field, SavedStateError(.field, "it is missing"))
      }
      do { return try json.decode(type) } catch { throw SavedStateError(field: field, error) }
    }
  }

  private let folder: PersistenceFolder

  package init(_ folder: PersistenceFolder) {
    self.folder = folder
  }

  /// The identity that two values for one folder share.
  package var identity: String { file("-").identity }

  /// Returns a short key for a text, which reveals neither its length nor its content.
  package static func key(of value: some Encodable, name: String) throws(SavedStateError) -> String
  {
    let text: [UInt8]
    do { text = try SavedJSON(encoding: value).bytes } catch {
      throw SavedStateError(.field, describe(error))
    }
    // Equal strings may differ in their UTF-8.
    let normal = String(decoding: text, as: UTF8.self).precomposedStringWithCanonicalMapping
    return SHA256Digest(Array("\(name)\n\(normal)".utf8)).text
  }

  /// Checks that the folder can be used, and returns the keys with records.
  package func open() throws(SavedStateError) -> [String] {
    let location = folder.location("-")
    do {
      if let problem = location.seal?.problem { throw problem }
      try location.storage.exclusively { _ in try folder.removeRests() }
    } catch { throw location.storage.error(error, .unwritable, location.key) }
    return try keys()
  }

  private func keys() throws(SavedStateError) -> [String] {
    do { return try folder.keys().sorted() } catch {
      throw folder.location("-").storage.error(error, .unreadable, nil)
    }
  }

  private func file(_ key: String) -> RecordFile { RecordFile(folder.location(key)) }

  /// Reads a record, if there is one.
  package func read(_ key: String) throws(SavedStateError) -> Contents? { try file(key).read() }

  /// Returns an error with the place of a record.
  package func error(_ error: SavedStateError, of key: String) -> SavedStateError {
    file(key).error(error)
  }

  /// Replaces a record; a crash may revert it.
  package func write(_ contents: Contents, _ key: String) throws(SavedStateError) {
    try file(key).write(contents)
  }

  /// Removes a record, if there is one.
  package func remove(_ key: String) throws(SavedStateError) {
    let location = folder.location(key)
    do { try location.storage.exclusively { try $0.remove(location.key) } } catch {
      throw location.storage.error(error, .unwritable, location.key)
    }
  }

  /// Removes all records, and the rests of interrupted writes.
  ///
  /// - Throws: The first error, after all other records are removed.
  package func removeAll() throws(SavedStateError) {
    var failure: SavedStateError?
    for key in try keys() {
      do throws(SavedStateError) { try remove(key) } catch { failure = failure ?? error }
    }
    let location = folder.location("-")
    do { try location.storage.exclusively { _ in try folder.removeRests() } } catch {
      failure = failure ?? location.storage.error(error, .unwritable, nil)
    }
    if let failure { throw failure }
  }
}
