/// The recorded entries of a journal as values that can be written to a file, read again, shown, and replayed.
///
/// ```swift
/// try await journal.export(to: url)
/// let session = try StateSession(contentsOf: url)
/// for entry in session.entries { print(entry.text) }
/// ```
///
/// A session doesn't contain the values of redacted fields.
public struct StateSession: Sendable {
  /// The version of the format.
  package static let currentVersion = 1

  /// The version of the format that the session was read from.
  public let version: Int
  /// The time of the recording in ISO 8601 format.
  public let recorded: String?
  /// The types of the states.
  package let types: [SessionType]
  /// The stores in the order of their creation, each once.
  public let stores: [SessionStore]
  /// The entries in the order of their numbers.
  ///
  /// If the journal has removed its oldest entries, the first entries here create the stores with their values at that
  /// time.
  public let entries: [SessionEntry]
  /// The types of all objects in the session.
  private let objectTypes: [Int: Int]
  /// The frames before some of the entries, with the entries' indices.
  private let keyFrames: [(index: Int, frame: SessionFrame)]
  /// The values after the last entry.
  private let last: SessionFrame

  package init(
    version: Int = StateSession.currentVersion,
    recorded: String? = nil,
    types: [SessionType],
    entries: [SessionEntry]
  ) {
    self.recorded = recorded
    self.version = version
    self.types = types
    self.entries = entries
    var stores: [SessionStore] = []
    var known: Set<Int> = []
    var objectTypes: [Int: Int] = [:]
    var frame = SessionFrame()
    var keyFrames: [(index: Int, frame: SessionFrame)] = []
    var lastKey = 0
    for (index, entry) in entries.enumerated() {
      if index - lastKey >= max(256, frame.objects.count) {
        keyFrames.append((index, frame))
        lastKey = index
      }
      if case .storeMade(let store, _) = entry.kind, known.insert(store.id).inserted {
        stores.append(store)
      }
      for object in entry.objects { objectTypes[object.id] = object.type }
      frame.apply(entry)
    }
    self.objectTypes = objectTypes
    self.stores = stores
    self.keyFrames = keyFrames
    last = frame
  }

  // MARK: Places

  /// Returns the index of the first entry with a greater number.
  package func index(behind number: Int) -> Int {
    entries.indices.firstPlace { entries[$0].number > number }
  }

  /// Returns the index of the first entry with this number or a greater one.
  package func index(from number: Int) -> Int {
    entries.indices.firstPlace { entries[$0].number >= number }
  }

  /// Returns the entry with a number, if there is one.
  ///
  /// - Complexity: O(log n).
  public func entry(number: Int) -> SessionEntry? {
    let index = index(behind: number) - 1
    guard index >= 0, entries[index].number == number else { return nil }
    return entries[index]
  }

  /// Whether the session contains values; that of a flight recorder contains none.
  package var hasValues: Bool { !types.isEmpty }

  /// Returns a store by number.
  public func store(_ id: Int) -> SessionStore? { stores.first { $0.id == id } }

  // MARK: Values

  /// Returns the values after the entry with a number, or after the last entry before it.
  ///
  /// - Complexity: O(n), where n is the number of objects, but at least 256.
  package func frame(at number: Int) -> SessionFrame {
    frame(beforeIndex: index(behind: number))
  }

  /// Returns the values before the entry with an index.
  package func frame(beforeIndex end: Int) -> SessionFrame {
    if end >= entries.count { return last }
    let next = keyFrames.indices.firstPlace { keyFrames[$0].index > end }
    var (start, frame) = next > 0 ? keyFrames[next - 1] : (0, SessionFrame())
    while start < end {
      frame.apply(entries[start])
      start += 1
    }
    return frame
  }

  /// Returns the type of an object.
  package func type(of object: SessionObject) -> SessionType? {
    types.indices.contains(object.type) ? types[object.type] : nil
  }

  /// Returns the index of an object's type in the list of types.
  func typeIndex(ofObject id: Int) -> Int? {
    objectTypes[id].flatMap { types.indices.contains($0) ? $0 : nil }
  }

  /// Returns the name of an object's type.
  package func typeName(ofObject id: Int) -> String? {
    typeIndex(ofObject: id).map { types[$0].name }
  }

  /// Returns the values of a store's state after the entry with a number.
  ///
  /// Returns `nil` for an entry before the recording of the store began or after the store ended.
  ///
  /// - Complexity: O(n), where n is the number of objects, but at least 256.
  public func state(of store: Int, at number: Int) -> SessionState? {
    let frame = frame(at: number)
    return frame.roots[store].map { SessionState(root: $0, frame, types) }
  }
}
