import Foundation
import StateCore

/// A writer for the files in a journal's folder.
///
/// It writes them one after the other, off the main actor.
///
/// If a file can't be written, it waits and is retried with the next one. If waiting files use too many bytes, the
/// oldest ones are discarded.
final class SpillWriter: Sendable {
  /// The contents of a file.
  struct Part: Sendable {
    let bytes: Data
    /// The numbers of the first and the last entry.
    ///
    /// `count` is the number of entries.
    let numbers: ClosedRange<Int>
    let count: Int
  }

  private typealias Item = (part: Part, url: URL)

  private struct State {
    var spill = JournalSpill()
    var waiting: [Item] = []
    var size = 0
    var lastPart = 0
    /// Whether the first part is being written.
    var isWriting = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let folder: URL
  /// The common prefix of the file names.
  private let name: String
  /// The maximum number of bytes that may wait.
  private let capacity: Int
  private let write: @Sendable (Data, URL) throws -> Void
  private let state = Locked(State())

  init(
    _ folder: URL,
    capacity: Int,
    write: @escaping @Sendable (Data, URL) throws -> Void = SessionStorage.writeWithFolder
  ) {
    self.folder = folder
    self.capacity = capacity
    self.write = write
    let time = Date.now.ISO8601Format().filter { $0 != ":" }
    name = "\(time)-\(UUID().uuidString.prefix(8))"
  }

  var spill: JournalSpill { state.withLock { $0.spill } }

  /// The number of waiting bytes.
  var size: Int { state.withLock { $0.size } }

  func add(_ part: Part) {
    let begins = state.withLock { state in
      state.lastPart += 1
      state.waiting.append((part, url(ofPart: state.lastPart)))
      state.size += part.bytes.count
      // Neither the part that is being written nor the last one is discarded.
      let oldest = state.isWriting ? 1 : 0
      while state.size > capacity, state.waiting.count > oldest + 1 {
        let lost = state.waiting.remove(at: oldest).part
        state.size -= lost.bytes.count
        state.spill.lostCount += lost.count
      }
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { begin() }
  }

  /// Waits until all parts are written.
  ///
  /// - Throws: The system's error if a part can't be written.
  func flush() async throws {
    await withCheckedContinuation { waiter in
      let (isDone, begins) = state.withLock { state in
        if state.waiting.isEmpty { return (true, false) }
        state.waiters.append(waiter)
        defer { state.isWriting = true }
        return (false, !state.isWriting)
      }
      if isDone { waiter.resume() }
      if begins { begin() }
    }
    if let failure = spill.failure { throw failure }
  }

  private func url(ofPart number: Int) -> URL {
    let digits = "\(number)"
    let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
    return folder.appendingPathComponent("\(name)-\(zeros)\(digits).jsonl")
  }

  private func begin() {
    ImmediateTask.detached(priority: .utility) { [self] in writeAll() }
  }

  private func writeAll() {
    var next = state.withLock { $0.waiting.first }
    while let (part, url) = next {
      next = note(Result { try write(part.bytes, url) }, part, url)
    }
  }

  /// - Returns: The next part to write, or `nil` if writing has ended.
  private func note(
    _ result: Result<Void, any Error>,
    _ part: Part,
    _ url: URL
  ) -> Item? {
    let (next, waiters) = state.withLock {
      (state) -> (Item?, [CheckedContinuation<Void, Never>]) in
      state.spill.failure = nil
      switch result {
      case .success:
        state.waiting.removeFirst()
        state.size -= part.bytes.count
        state.spill.files.append(JournalSpill.File(url: url, numbers: part.numbers))
        if let next = state.waiting.first { return (next, []) }
      case .failure(let error): state.spill.failure = error
      }
      state.isWriting = false
      defer { state.waiters = [] }
      return (nil, state.waiters)
    }
    for waiter in waiters { waiter.resume() }
    return next
  }
}
