public import Foundation
import StateCore

/// An in-memory storage of saved states, for tests and previews.
public final class PersistenceMemory: Sendable {
  private struct Entry {
    var bytes: [UInt8]
    var number: Int
  }

  private struct State {
    private(set) var entries: [ExactKey: Entry] = [:]
    /// The number of writes.
    private(set) var count = 0

    func read(_ key: String) -> (bytes: [UInt8], stamp: RecordStamp)? {
      entries[ExactKey(key)].map { ($0.bytes, Self.stamp($0.number)) }
    }

    mutating func write(_ bytes: [UInt8], _ key: String) -> RecordStamp {
      count += 1
      entries[ExactKey(key)] = Entry(bytes: bytes, number: count)
      return Self.stamp(count)
    }

    mutating func remove(_ key: String) {
      count += 1
      entries[ExactKey(key)] = nil
    }

    private static func stamp(_ number: Int) -> RecordStamp { RecordStamp(text: "\(number)") }
  }

  /// A log, and how much of it survives a power loss.
  struct Log {
    var bytes: [UInt8] = []
    var syncedCount = 0
    /// What has the log open.
    var user: ObjectIdentifier?
    /// The error of all writes, for tests.
    var problem: SavedStateError?
  }

  private let state = Locked(State())
  private let logs = Locked<[ExactKey: Log]>([:])

  /// Creates an empty storage.
  public init() {}

  /// The data saved under a key, as in a file.
  ///
  /// Setting it simulates a write by another process.
  public subscript(key: String) -> Data? {
    get { state.withLock { $0.entries[ExactKey(key)].map { Data($0.bytes) } } }
    set {
      state.withLock { state in
        if let newValue { _ = state.write(Array(newValue), key) } else { state.remove(key) }
      }
    }
  }

  /// Removes what a power loss would remove: the records of logs that weren't synchronized.
  ///
  /// The saved states stay, because each save is synchronized. Call it when no log is open.
  public func dropUnsynced() {
    logs.withLock { logs in
      for key in logs.keys {
        guard let log = logs[key] else { continue }
        logs[key]?.bytes.removeLast(log.bytes.count - log.syncedCount)
      }
    }
  }

  /// The bytes of the log with a name, for tests.
  package subscript(log key: String) -> [UInt8] {
    get { withLog(RowName.name(of: key)) { $0.bytes } }
    set {
      withLog(RowName.name(of: key)) { ($0.bytes, $0.syncedCount) = (newValue, newValue.count) }
    }
  }

  /// Makes all writes of a log fail, or succeed again.
  package func failLog(_ key: String, with problem: SavedStateError?) {
    withLog(RowName.name(of: key)) { $0.problem = problem }
  }

  func withLog<Result>(_ key: String, _ body: (inout Log) throws -> Result) rethrows -> Result {
    try logs.withLock { try body(&$0[ExactKey(key), default: Log()]) }
  }

  /// Copies a log under another name, which it returns.
  func setLogAside(_ key: String) -> String {
    logs.withLock { logs in
      let name = DamagedName.first(for: key) { logs[ExactKey($0)] != nil }
      let log = logs[ExactKey(key)] ?? Log()
      logs[ExactKey(name)] = Log(bytes: log.bytes, syncedCount: log.bytes.count)
      return name
    }
  }

  /// The keys with saved states, sorted.
  package var keys: [String] { state.withLock { $0.entries.keys.map(\.text).sorted() } }
}

extension PersistenceMemory: RecordStorage {
  var identity: String { "memory \(ObjectIdentifier(self))" }

  func place(_ key: String) -> String { key }

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    state.withLock { $0.read(key) }
  }

  func stamp(_ key: String) throws -> RecordStamp? { try read(key)?.stamp }

  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    while true {
      let before = state.withLock { $0 }
      let access = Access(before)
      let result = try body(access)
      let isDone = state.withLock { state in
        // Another caller may have written in the meantime.
        if state.count != before.count { return false }
        if access.state.count != before.count { state = access.state }
        return true
      }
      if isDone { return result }
    }
  }

  /// A copy that replaces the memory at the end.
  private final class Access: RecordAccess {
    private(set) var state: State

    init(_ state: State) {
      self.state = state
    }

    func read(_ key: String) -> (bytes: [UInt8], stamp: RecordStamp)? { state.read(key) }

    func stamp(_ key: String) -> RecordStamp? { state.read(key)?.stamp }

    func write(_ bytes: [UInt8], _ key: String) -> RecordStamp { state.write(bytes, key) }

    func remove(_ key: String) { state.remove(key) }

    func setAside(_ key: String, keepsOriginal: Bool) -> String {
      let name = DamagedName.first(for: key) { state.entries[ExactKey($0)] != nil }
      if let entry = state.entries[ExactKey(key)] { _ = state.write(entry.bytes, name) }
      if !keepsOriginal { state.remove(key) }
      return name
    }
  }
}

/// The names of data that was set aside.
enum DamagedName {
  static let mark = ".damaged-"

  /// Whether a name is one of these.
  static func isOne(_ name: String) -> Bool {
    name.utf8.indices.contains { name.utf8[$0...].starts(with: mark.utf8) }
  }

  /// The first free one of `name.damaged-1`, `name.damaged-2` and so on.
  ///
  /// The end of `name` is left out as far as the result has more than `longest` bytes.
  static func first(
    for name: String,
    longest: Int = .max,
    isTaken: (String) throws -> Bool
  ) rethrows -> String {
    var number = 1
    while true {
      let end = "\(mark)\(number)"
      var start = Substring(name)
      while start.utf8.count > max(0, longest - end.utf8.count) { start.removeLast() }
      let found = "\(start)\(end)"
      if try !isTaken(found) { return found }
      number += 1
    }
  }
}
