/// Values that were copied on the main actor, to be encoded off the main actor.
struct CapturedRecord: Sendable {
  struct Value: Sendable {
    let name: String
    let content: CapturedContent
    /// Whether errors don't contain the value.
    let isRedacted: Bool
  }

  let version: Int
  /// The identity of a child, if its parent declares one.
  var id: (any Encodable & Sendable)?
  /// The values of the fields, or `nil` for a state that is nested too deeply.
  let values: [Value]?
  /// The loaded fields that the declaration doesn't contain.
  let unknown: [String: SavedJSON]

  /// Encodes the values as the record of a child.
  ///
  /// - Throws: The error of a value that can't be encoded, with the name of its field, or an error if the state is
  ///   nested too deeply.
  func encoded() throws(SavedStateError) -> Record {
    guard let values else { throw SavedStateError(.field, SavedJSON.isTooDeep) }
    var fields = unknown
    for value in values { fields[value.name] = try value.encoded() }
    return Record(name: nil, id: try encodedID(), version: version, fields: fields)
  }

  /// The record without the values of redacted fields, here and in all children.
  var withoutRedacted: CapturedRecord {
    var copy = CapturedRecord(
      version: version,
      values: values?.filter { !$0.isRedacted }.map(\.withoutRedacted),
      unknown: [:]
    )
    copy.id = id
    return copy
  }

  /// Whether a field is redacted, here or in a child.
  var hasRedacted: Bool { values?.contains { $0.isRedacted || $0.hasRedacted } ?? false }

  private func encodedID() throws(SavedStateError) -> SavedJSON? {
    do { return try id.map { try SavedJSON(encoding: $0) } } catch {
      throw SavedStateError(field: "id", error)
    }
  }
}

/// The copied value of a field, or its children.
enum CapturedContent: Sendable {
  case value(any Encodable & Sendable)
  case child(CapturedRecord?)
  case children([CapturedRecord])
}

extension CapturedRecord.Value {
  /// The value without those of redacted fields in children.
  var withoutRedacted: CapturedRecord.Value {
    let content: CapturedContent =
      switch content {
      case .value: content
      case .child(let record): .child(record?.withoutRedacted)
      case .children(let records): .children(records.map(\.withoutRedacted))
      }
    return CapturedRecord.Value(name: name, content: content, isRedacted: isRedacted)
  }

  var hasRedacted: Bool {
    switch content {
    case .value: false
    case .child(let record): record?.hasRedacted ?? false
    case .children(let records): records.contains(where: \.hasRedacted)
    }
  }

  func encoded() throws(SavedStateError) -> SavedJSON {
    do {
      switch content {
      case .value(let value): return try SavedJSON(encoding: value)
      case .child(let record): return try SavedJSON(encoded: try Self.bytes(of: record))
      case .children(let records):
        var bytes = Array("[".utf8)
        for (index, record) in records.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          do throws(SavedStateError) { bytes += try record.encoded().bytes } catch {
            throw error.inField("[\(index)]")
          }
        }
        bytes.append(UInt8(ascii: "]"))
        return try SavedJSON(encoded: bytes)
      }
    } catch { throw SavedStateError(field: name, error, isRedacted: isRedacted) }
  }

  private static func bytes(of record: CapturedRecord?) throws -> [UInt8] {
    try record?.encoded().bytes ?? Array("null".utf8)
  }
}
