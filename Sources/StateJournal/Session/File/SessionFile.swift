import StateJSON

/// The lines of a session's file: a header, the types, the entries, and the end.
///
/// Each line is one JSON object. Unknown names are ignored.
enum SessionFile {
  /// The maximum number of bytes in a line.
  static let longestLine = 64 << 20

  static func bytes(of session: StateSession) -> [UInt8] {
    var (bytes, end) = frame(of: session, entryCount: session.entries.count)
    for entry in session.entries { append(entry, to: &bytes) }
    return bytes + end
  }

  /// Returns the lines before the entries and after them.
  static func frame(
    of session: StateSession,
    entryCount: Int
  ) -> (start: [UInt8], end: [UInt8]) {
    var (start, end): ([UInt8], [UInt8]) = ([], [])
    append(header(of: session, entryCount), to: &start)
    for (index, type) in session.types.enumerated() { append(line(of: type, index), to: &start) }
    append(["end": .init(entryCount)], to: &end)
    return (start, end)
  }

  static func append(_ entry: SessionEntry, to bytes: inout [UInt8]) {
    append(line(of: entry), to: &bytes)
  }

  private static func append(_ line: JSONValue, to bytes: inout [UInt8]) {
    JSONText.append(line, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns an object without the names that have no value.
  static func object(_ values: [String: JSONValue?]) -> JSONValue {
    .object(values.compactMapValues(\.self))
  }

  // MARK: Lines

  private static func header(of session: StateSession, _ entryCount: Int) -> JSONValue {
    object([
      "session": .init(StateSession.currentVersion),
      "types": .init(session.types.count),
      "entries": .init(entryCount),
      "recorded": session.recorded.map { .string($0) },
    ])
  }

  private static func line(of type: SessionType, _ index: Int) -> JSONValue {
    object([
      "type": .init(index),
      "name": .string(type.name),
      "isRestorable": .bool(type.isRestorable),
      "fields": .array(
        type.fields.map { field in
          object([
            "name": .string(field.name),
            "type": .string(field.type),
            "isRedacted": .mark(field.isRedacted),
            "isTransient": .mark(field.isTransient),
            "isChild": .mark(field.isChild),
          ])
        }
      ),
    ])
  }

  private static func line(of entry: SessionEntry) -> JSONValue {
    var values: [String: JSONValue?] = [
      "number": .init(entry.number),
      "seconds": .double(entry.seconds),
      "store": .init(entry.store),
      "event": .string(entry.kind.name.rawValue),
      "text": .string(entry.text),
      "stopped": entry.stopped.isEmpty ? nil : .array(entry.stopped.map { .init($0) }),
    ]
    values.merge(json(of: entry.kind)) { $1 }
    return object(values)
  }
}

extension JSONValue {
  init(_ number: Int) { self = .int(Int64(number)) }

  /// Returns `true`, or `nil` for `false`.
  static func mark(_ value: Bool) -> JSONValue? { value ? .bool(true) : nil }
}
