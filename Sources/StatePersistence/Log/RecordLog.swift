import StateCore

/// Records that are appended to a log, for other products of this package.
///
/// The log is a file, or belongs to a `PersistenceMemory`. One object at a time has it, among all processes.
package final class RecordLog: Sendable {
  /// A log and what it contained.
  package struct Opened: Sendable {
    package let log: RecordLog
    package let records: [[UInt8]]
    /// The damage that was found and removed.
    package let damage: SavedStateError?
  }

  package typealias Completion = @Sendable (SavedStateError?) -> Void

  private enum Work {
    case append([[UInt8]], isSynced: Bool, Completion)
    case replace([[UInt8]], Completion)
    case erase(Completion)

    var completion: Completion {
      switch self {
      case .append(_, _, let completion), .replace(_, let completion), .erase(let completion):
        completion
      }
    }

    var isAppend: Bool {
      if case .append = self { true } else { false }
    }
  }

  private struct State {
    var waiting: [Work] = []
    var isWriting = false
    /// Whether the log has ended, so that nothing is written any more.
    var isClosed = false
    /// The waits for the end of all work.
    var idle: [@Sendable () -> Void] = []
    // What follows belongs to the writer.
    var nextNumber: Int
    /// The number of bytes that are known to be undamaged.
    var count: Int
    /// Whether bytes of a failed write may follow them.
    var hasRests = false
  }

  private let storage: any LogStorage
  private let text: LogText
  private let state: Locked<State>

  private init(_ storage: any LogStorage, _ text: LogText, nextNumber: Int, count: Int) {
    self.storage = storage
    self.text = text
    state = Locked(State(nextNumber: nextNumber, count: count))
  }

  // MARK: Opening

  /// Opens the log with a name, or creates it.
  ///
  /// A torn end is cut off. With other damage, the log is copied aside, and the records that verify remain.
  ///
  /// - Throws: `inUse` if another object has the log, also in another process; `otherState` if it belongs to another
  ///   owner. It stays unchanged.
  package static func open(
    in folder: PersistenceFolder,
    _ name: String,
    owner: String
  ) throws(SavedStateError) -> Opened {
    guard let storage = folder.log(name) else {
      throw SavedStateError(.declaration, "a log needs a folder of files or in memory")
    }
    let location = folder.location(name)
    do {
      if let problem = location.seal?.problem { throw problem }
      guard try storage.lock() else {
        throw SavedStateError(.inUse, "another outbox or process uses the log")
      }
      return try open(storage, LogText(owner: owner, place: name, seal: location.seal))
    } catch {
      storage.unlock()
      let known = error as? SavedStateError ?? SavedStateError(.unreadable, describe(error))
      throw known.at(storage.place)
    }
  }

  private static func open(_ storage: any LogStorage, _ text: LogText) throws -> Opened {
    let bytes = try storage.read()
    let contents = try text.contents(of: bytes)
    var damage: SavedStateError?
    var count = contents.goodCount
    if contents.isDamagedInside {
      var error = SavedStateError(
        .damaged,
        "the log is damaged; \(contents.records.count) of its records are left"
      )
      error.setAside = try storage.setAside()
      damage = error.at(storage.place)
    } else if contents.tailCount > 0 {
      damage = SavedStateError(.truncated, "the last \(contents.tailCount) bytes are incomplete")
        .at(storage.place)
      try storage.cut(to: count)
    }
    if bytes.isEmpty || contents.isDamagedInside {
      let first = max(1, contents.nextNumber - contents.records.count)
      let new = try text.bytes(of: contents.records, from: first)
      try storage.replace(with: new)
      count = new.count
    }
    let log = RecordLog(storage, text, nextNumber: contents.nextNumber, count: count)
    return Opened(log: log, records: contents.records, damage: damage)
  }

  /// The number of bytes of the log.
  package var byteCount: Int { state.withLock { $0.count } }

  // MARK: Writing

  /// Appends records, all or none, after those of earlier calls.
  ///
  /// Calls that arrive during a write are one write with one synchronization. `completion` is called on any thread.
  package func append(
    _ records: [[UInt8]],
    isSynced: Bool,
    _ completion: @escaping Completion
  ) {
    add(.append(records, isSynced: isSynced, completion))
  }

  /// Appends records, and waits until they are on disk.
  package func append(_ records: [[UInt8]]) async throws(SavedStateError) {
    let error: SavedStateError? = await withTimerContinuation { continuation in
      append(records, isSynced: true) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Replaces the log by one with these records.
  ///
  /// If that fails, the earlier log stays.
  package func replace(with records: [[UInt8]], _ completion: @escaping Completion) {
    add(.replace(records, completion))
  }

  /// Removes all records and the owner, so that the log can get another one.
  package func erase(_ completion: @escaping Completion) { add(.erase(completion)) }

  private func add(_ work: Work) {
    let (begins, isClosed) = state.withLock { state in
      if state.isClosed { return (false, true) }
      state.waiting.append(work)
      defer { state.isWriting = true }
      return (!state.isWriting, false)
    }
    if isClosed { return work.completion(SavedStateError(.unwritable, "the log is closed")) }
    if !begins { return }
    if storage.isInMemory { write() } else { ImmediateTask.detached { [self] in write() } }
  }

  /// Writes everything that waits, and what arrives meanwhile.
  private func write() {
    while true {
      let (batch, idle) = state.withLock { state in
        let batch = Self.nextBatch(&state.waiting)
        if batch.isEmpty { state.isWriting = false }
        return (batch, batch.isEmpty ? state.idle.takeAll() : [])
      }
      if batch.isEmpty {
        for wait in idle { wait() }
        return
      }
      let error = perform(batch)
      for work in batch { work.completion(error) }
    }
  }

  /// Takes appends that can be one write, or one piece of other work.
  private static func nextBatch(_ waiting: inout [Work]) -> [Work] {
    // An empty slice would share its memory with `waiting`, which other threads change.
    if waiting.isEmpty { return [] }
    if waiting.first?.isAppend == false { return [waiting.removeFirst()] }
    let end = waiting.firstIndex { !$0.isAppend }
    let batch = Array(waiting[..<(end ?? waiting.count)])
    waiting.removeFirst(batch.count)
    return batch
  }

  private func perform(_ batch: [Work]) -> SavedStateError? {
    var (number, count, hasRests) = state.withLock { ($0.nextNumber, $0.count, $0.hasRests) }
    defer {
      let (number, count, hasRests) = (number, count, hasRests)
      state.withLock { ($0.nextNumber, $0.count, $0.hasRests) = (number, count, hasRests) }
    }
    do {
      if case .replace(let records, _) = batch[0] {
        let bytes = try text.bytes(of: records, from: number)
        try storage.replace(with: bytes)
        number += records.count
        (count, hasRests) = (bytes.count, false)
        return nil
      }
      if case .erase = batch[0] {
        try storage.replace(with: [])
        (count, hasRests) = (0, false)
        return nil
      }
      if hasRests {
        try storage.cut(to: count)
        hasRests = false
      }
      var (bytes, isSynced, next) = ([UInt8](), false, number)
      if count == 0 { bytes = try text.bytes(of: [], from: next) }
      for case .append(let records, let needsSync, _) in batch {
        try text.append(records, from: next, to: &bytes)
        next += records.count
        isSynced = isSynced || needsSync
      }
      do {
        try storage.append(bytes, isSynced: isSynced)
      } catch {
        // Nothing of the batch may appear after a restart.
        hasRests = true
        if (try? storage.cut(to: count)) != nil { hasRests = false }
        throw error
      }
      number = next
      count += bytes.count
      return nil
    } catch {
      let known = error as? SavedStateError ?? SavedStateError(.unwritable, describe(error))
      return known.at(storage.place)
    }
  }

  // MARK: Closing

  /// Waits until everything is written, and gives the log to others.
  package func close() async {
    await withTimerContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isClosed = true
        if state.isWriting { state.idle.append { continuation.resume(returning: ()) } }
        return !state.isWriting
      }
      if isIdle { continuation.resume(returning: ()) }
    }
    storage.unlock()
  }
}

extension Array {
  fileprivate mutating func takeAll() -> [Element] {
    defer { removeAll() }
    return self
  }
}
