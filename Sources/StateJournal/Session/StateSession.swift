/// What a journal had recorded, as values: it can be written to a file, read again, shown and replayed.
///
/// ```swift
/// try await journal.export(to: url)
/// let session = try StateSession(contentsOf: url)
/// for entry in session.entries { print(entry.text) }
/// ```
///
/// The values of redacted fields are not in it.
public struct StateSession: Sendable {
  /// The version of the format.
  public static let currentVersion = 1

  /// The version of the format that it was read from.
  public let version: Int
  /// When it was recorded, in the format of ISO 8601.
  public let recorded: String?
  /// The types of the states.
  public let types: [SessionType]
  /// The stores, in the order of their making, each once.
  public let stores: [SessionStore]
  /// The entries in the order of their numbers.
  ///
  /// Where the journal has let go of its oldest entries, the first ones make the stores with the values that they
  /// had then.
  public let entries: [SessionEntry]
  /// The types of all objects that there ever are.
  private let objectTypes: [Int: Int]
  /// The frame in front of the entry with an index, for some of them.
  private let keyFrames: [(index: Int, frame: SessionFrame)]
  /// The values behind the last entry.
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

  /// The index of the first entry with a number that is greater.
  package func index(behind number: Int) -> Int {
    entries.indices.firstPlace { entries[$0].number > number }
  }

  /// The index of the first entry with a number that is not less.
  package func index(from number: Int) -> Int {
    entries.indices.firstPlace { entries[$0].number >= number }
  }

  /// The entry with a number, if there is one.
  ///
  /// - Complexity: O(log n).
  public func entry(number: Int) -> SessionEntry? {
    let index = index(behind: number) - 1
    guard index >= 0, entries[index].number == number else { return nil }
    return entries[index]
  }

  /// A store by its number.
  public func store(_ id: Int) -> SessionStore? { stores.first { $0.id == id } }

  // MARK: Values

  /// The values behind the entry with a number, or behind the last one before it.
  ///
  /// - Complexity: O(n), with the number of objects, or 256 if there are fewer.
  package func frame(at number: Int) -> SessionFrame {
    frame(beforeIndex: index(behind: number))
  }

  /// The values in front of the entry with an index.
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

  /// The type of an object.
  package func type(of object: SessionObject) -> SessionType? {
    types.indices.contains(object.type) ? types[object.type] : nil
  }

  /// The place of an object's type in the list of types.
  func typeIndex(ofObject id: Int) -> Int? {
    objectTypes[id].flatMap { types.indices.contains($0) ? $0 : nil }
  }

  /// The name of an object's type.
  package func typeName(ofObject id: Int) -> String? {
    typeIndex(ofObject: id).map { types[$0].name }
  }

  /// The values that the state of a store had behind the entry with a number.
  ///
  /// There are none before the store was recorded and after it has ended.
  ///
  /// - Complexity: O(n), with the number of objects, or 256 if there are fewer.
  public func state(of store: Int, at number: Int) -> SessionState? {
    let frame = frame(at: number)
    return frame.roots[store].map { SessionState(root: $0, frame, types) }
  }
}
