import StateCore

/// A sequence of a journal's future entries, each once and in order.
///
/// The journal doesn't wait for a loop: if a loop falls behind the entries that the journal keeps, it continues with
/// the oldest remaining entry. The sequence ends when the journal is deallocated.
public struct JournalUpdates: AsyncSequence, Sendable {
  public typealias Element = JournalEntry
  public typealias Failure = Never

  private let recorder: JournalRecorder
  private let number: Int

  init(_ recorder: JournalRecorder, after number: Int) {
    self.recorder = recorder
    self.number = number
  }

  /// Starts a loop with the first entry after the sequence was created.
  public func makeAsyncIterator() -> Iterator {
    Iterator(recorder, after: number)
  }

  /// An iterator over the entries.
  public struct Iterator: AsyncIteratorProtocol {
    private static var batchSize: Int { 256 }

    private let recorder: JournalRecorder
    private var number: Int
    private let notices: AsyncStream<Void>
    /// The next entries in reverse order.
    private var batch: [JournalEntry] = []

    init(_ recorder: JournalRecorder, after number: Int) {
      self.recorder = recorder
      self.number = number
      notices = recorder.additions.subscribe()
    }

    /// Returns the next entry, or `nil` at the end and in a cancelled task.
    public mutating func next() async -> JournalEntry? {
      while true {
        if let entry = batch.popLast() {
          number = entry.number
          return entry
        }
        if Task.isCancelled { return nil }
        batch = await recorder.entries(after: number, atMost: Self.batchSize).reversed()
        if batch.isEmpty, await !isToldOfMore() {
          // Read the entries that arrived before the end.
          batch = await recorder.entries(after: number, atMost: Self.batchSize).reversed()
          if batch.isEmpty { return nil }
        }
      }
    }

    /// Waits for more entries.
    ///
    /// Returns `false` after the end.
    private func isToldOfMore() async -> Bool {
      for await _ in notices { return true }
      return false
    }
  }
}
