/// A value with its version, for other products of this package.
///
/// ```json
/// {"version":2,"fields":{"id":5}}
/// ```
package struct SavedPayload: Sendable {
  /// The text.
  package let bytes: [UInt8]

  /// Encodes a value whose encoded form has named fields.
  package init(_ value: some Encodable, version: Int) throws(SavedStateError) {
    do {
      let text = try SavedJSON(encoding: value).bytes
      bytes = try Record(Self.start(version) + text + [UInt8(ascii: "}")]).bytes
    } catch { throw SavedStateError(.field, describe(error)) }
  }

  private static func start(_ version: Int) -> [UInt8] {
    Array("{\"version\":\(version),\"fields\":".utf8)
  }

  /// Reads a text.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Decodes the value after the migrations to a version.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - version: The current version.
  ///   - migrations: The migrations from earlier ones.
  ///   - name: The name of the type for messages.
  ///   - sent: The version in which the value was sent, if it was.
  /// - Returns: The value, and whether it may differ from what was sent, because migrations have changed it or a newer
  ///   version has sent it.
  /// - Throws: An error if a migration fails or is missing, or the result isn't such a value.
  package func decode<Value: Decodable>(
    _ type: Value.Type,
    version: Int,
    _ migrations: [Migration],
    name: String,
    sent: Int?
  ) throws(SavedStateError) -> (value: Value, isChanged: Bool) {
    let record = try Record(bytes)
    let chain = MigrationChain(to: version, migrations)
    if let problem = chain.problems.first { throw SavedStateError(.declaration, problem) }
    let fields = try chain.migrate(record.fields, from: record.version, of: name)
    var isChanged = sent.map { $0 > version } ?? false
    if let sent, sent < version {
      let steps = migrations.filter { $0.version < sent }
      let earlier = try MigrationChain(to: max(sent, record.version), steps)
        .migrate(record.fields, from: record.version, of: name)
      isChanged = earlier != fields
    }
    let migrated = Record(name: nil, version: version, fields: fields).bytes
    do {
      let value = try SavedJSON(checked: migrated[...]).decode(Envelope<Value>.self).fields
      return (value, isChanged)
    } catch { throw SavedStateError(.field, describe(error)) }
  }

  /// The problems of migrations to a version.
  package static func problem(of migrations: [Migration], to version: Int) -> String? {
    MigrationChain(to: version, migrations).problems.first
  }

  private struct Envelope<Value: Decodable>: Decodable {
    let fields: Value
  }
}
