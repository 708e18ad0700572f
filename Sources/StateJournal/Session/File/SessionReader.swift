import StateJSON

/// A reader of sessions from untrusted bytes.
struct SessionReader {
  private var types: [SessionType] = []
  private var entries: [SessionEntry] = []
  /// The number of fields of each object seen so far.
  private var objects: [Int: Int] = [:]
  private var recorded: String?
  private var version = 0
  private var typeCount = 0
  private var entryCount = 0
  private var hasEnded = false

  static func session(in bytes: [UInt8], file: String?) throws(SessionError) -> StateSession {
    var reader = SessionReader()
    var start = 0
    var line = 0
    while start < bytes.count {
      line += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      do throws(SessionLine.Failure) {
        try reader.take(bytes[start..<end])
      } catch {
        throw SessionError(file: file, line: line, reason: error.reason)
      }
      start = end + 1
    }
    if reader.version == 0 {
      throw SessionError(file: file, line: 1, reason: "the file is empty")
    }
    if !reader.hasEnded {
      let reason = """
        the file ends too early, after \(reader.entries.count) of \(reader.entryCount) entries
        """
      throw SessionError(file: file, line: line + 1, reason: reason)
    }
    return StateSession(
      version: reader.version,
      recorded: reader.recorded,
      types: reader.types,
      entries: reader.entries
    )
  }

  // MARK: Lines

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws(SessionLine.Failure) {
    if bytes.count > SessionFile.longestLine { throw SessionLine.Failure("the line is too long") }
    let json: JSONValue
    do { json = try JSONReader.value(in: bytes) } catch {
      throw SessionLine.Failure("invalid JSON: \(error.reason)")
    }
    let line = try SessionLine(json)
    if version == 0 { return try takeHeader(line) }
    if hasEnded { throw SessionLine.Failure("unexpected data after the end of the session") }
    if line["end"] != nil { return try takeEnd(line) }
    if line["type"] != nil { return try takeType(line) }
    try takeEntry(line)
  }

  private mutating func takeHeader(_ line: SessionLine) throws(SessionLine.Failure) {
    guard let version = line["session"]?.int, version > 0 else {
      throw SessionLine.Failure("the file isn't a session")
    }
    guard version <= StateSession.currentVersion else {
      throw SessionLine.Failure(
        """
        the session has version \(version), but this app supports only versions up to \
        \(StateSession.currentVersion)
        """
      )
    }
    entryCount = try line.number("entries")
    typeCount = try line.number("types")
    recorded = try line.optionalText("recorded")
    self.version = version
  }

  private mutating func takeEnd(_ line: SessionLine) throws(SessionLine.Failure) {
    let count = try line.number("end")
    guard count == entries.count, count == entryCount else {
      throw SessionLine.Failure("expected \(entryCount) entries, found \(entries.count)")
    }
    guard types.count == typeCount else {
      throw SessionLine.Failure("expected \(typeCount) types, found \(types.count)")
    }
    hasEnded = true
  }

  private mutating func takeType(_ line: SessionLine) throws(SessionLine.Failure) {
    guard try line.number("type") == types.count, entries.isEmpty else {
      throw SessionLine.Failure("the type is out of order")
    }
    let fields = try line.list("fields") { json throws(SessionLine.Failure) in
      let field = try SessionLine(json, "a field")
      return SessionField(
        name: try field.text("name"),
        type: try field.text("type"),
        isRedacted: try field.mark("isRedacted"),
        isTransient: try field.mark("isTransient"),
        isChild: try field.mark("isChild")
      )
    }
    types.append(
      SessionType(
        name: try line.text("name"),
        isRestorable: try line.mark("isRestorable"),
        fields: fields
      )
    )
  }

  private mutating func takeEntry(_ line: SessionLine) throws(SessionLine.Failure) {
    let number = try line.number("number")
    if let last = entries.last?.number, number <= last {
      throw SessionLine.Failure("the number \(number) isn't greater than \(last)")
    }
    let store = try line.number("store")
    let entry = SessionEntry(
      number: number,
      seconds: try line.seconds("seconds"),
      store: store,
      kind: try SessionFile.kind(of: line, store),
      text: try line.text("text"),
      stopped: try line.optionalList("stopped", SessionFile.number)
    )
    try check(entry)
    entries.append(entry)
  }

  // MARK: Objects

  private mutating func check(_ entry: SessionEntry) throws(SessionLine.Failure) {
    var new: Set<Int> = []
    for object in entry.objects {
      guard types.indices.contains(object.type) else {
        throw SessionLine.Failure("type \(object.type) doesn't exist")
      }
      let count = types[object.type].fields.count
      guard object.values.count == count else {
        throw SessionLine.Failure(
          "object \(object.id): expected \(count) values, found \(object.values.count)"
        )
      }
      guard new.insert(object.id).inserted else {
        throw SessionLine.Failure("object \(object.id) occurs twice")
      }
      objects[object.id] = count
    }
    for object in entry.objects { for value in object.values { try check(value) } }
    if case .storeMade(let store, _) = entry.kind, let root = store.root, objects[root] == nil {
      throw SessionLine.Failure("object \(root) doesn't exist")
    }
    guard case .change(let change) = entry.kind else { return }
    try check(change.value)
    guard let count = objects[change.object] else {
      // The object is only reachable through a redacted field.
      if change.value.isRedacted { return }
      throw SessionLine.Failure("object \(change.object) doesn't exist")
    }
    guard (0..<count).contains(change.field) else {
      throw SessionLine.Failure("object \(change.object) has no field \(change.field)")
    }
  }

  private func check(_ value: SessionValue) throws(SessionLine.Failure) {
    for child in value.children?.list ?? [] {
      if let object = child.object, objects[object] == nil {
        throw SessionLine.Failure("object \(object) doesn't exist")
      }
    }
  }
}
