import StateCore

/// The entries of a journal from now on, each once and in their order.
///
/// The journal does not wait for a loop: one that takes longer than the journal keeps entries goes on with the
/// oldest that are left. The sequence ends when the journal goes away.
public struct JournalUpdates: AsyncSequence, Sendable {
  public typealias Element = JournalEntry
  public typealias Failure = Never

  private let recorder: JournalRecorder
  private let number: Int

  init(_ recorder: JournalRecorder, after number: Int) {
    self.recorder = recorder
    self.number = number
  }

  /// Begins a loop with the first entry after the sequence was taken.
  public func makeAsyncIterator() -> Iterator {
    Iterator(recorder, after: number)
  }

  /// A loop over the entries.
  public struct Iterator: AsyncIteratorProtocol {
    private static var batchSize: Int { 256 }

    private let recorder: JournalRecorder
    private var number: Int
    private let notices: AsyncStream<Void>
    /// The next entries, the first one last.
    private var batch: [JournalEntry] = []

    init(_ recorder: JournalRecorder, after number: Int) {
      self.recorder = recorder
      self.number = number
      notices = recorder.additions.subscribe()
    }

    /// The next entry; nothing at the end, and in a task that is cancelled.
    public mutating func next() async -> JournalEntry? {
      while true {
        if let entry = batch.popLast() {
          number = entry.number
          return entry
        }
        if Task.isCancelled { return nil }
        batch = await recorder.entries(after: number, atMost: Self.batchSize).reversed()
        if batch.isEmpty, await !isToldOfMore() {
          // Those that came before the end.
          batch = await recorder.entries(after: number, atMost: Self.batchSize).reversed()
          if batch.isEmpty { return nil }
        }
      }
    }

    /// Waits for more entries; there are none after the end.
    private func isToldOfMore() async -> Bool {
      for await _ in notices { return true }
      return false
    }
  }
}
