import StateCore
import StateQueries
import StateRequests
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueriesPersistence

struct RecordQueueTests {
  private let keys = (0..<3).map { QueryKey(NoteQuery(id: $0)) }

  private func content(_ number: Int) -> StoredContent {
    let record = RequestRecord(
      content: QueryContent("\(number)"),
      loadedAt: .zero,
      isInvalidated: false
    )
    return StoredContent(record: record, number: number)
  }

  /// A record in the reference.
  private struct Note: Equatable {
    var number: Int
    var isInvalidated = false
  }

  /// The record as a look describes it, if the record on disk is known.
  private func note(_ look: RecordQueue.Look, _ disk: Note?) -> Note? {
    switch look {
    case .absent: nil
    case .content(let content):
      Note(number: content.number, isInvalidated: content.record.isInvalidated)
    case .disk(let isInvalidated):
      disk.map { Note(number: $0.number, isInvalidated: $0.isInvalidated || isInvalidated) }
    }
  }

  private func perform(_ work: RecordQueue.Work, _ note: inout Note?) {
    switch work {
    case .write(let content):
      note = Note(number: content.number, isInvalidated: content.record.isInvalidated)
    case .remove: note = nil
    case .invalidate: note?.isInvalidated = true
    }
  }

  private func succeed(
    _ batch: RecordQueue.Batch,
    _ queue: inout RecordQueue,
    _ disk: inout [Note?]
  ) {
    if batch.clears { disk = [nil, nil, nil] }
    for (key, work) in batch.work {
      if let index = keys.firstIndex(of: key) { perform(work, &disk[index]) }
    }
    queue.end(failed: [], hasCleared: true)
  }

  /// Compares a queue with records that change at once, except that a failed write removes its record.
  ///
  /// In the end, one batch without failures brings everything to the disk.
  @Test func aQueueShowsTheRecordsAsTheyWillBe() {
    for seed in seedsOnOneThread(0..<3_000) {
      var random = SeededGenerator(seed: seed)
      var queue = RecordQueue()
      var expected: [Note?] = [nil, nil, nil]
      var disk: [Note?] = [nil, nil, nil]
      var batch: RecordQueue.Batch?
      /// The changes of a record since the batch began.
      var later: Set<Int> = []
      for step in 0..<60 {
        let index = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
          queue.add(.write(content(step)), keys[index])
          expected[index] = Note(number: step)
          later.insert(index)
        case 4, 5:
          queue.add(.remove, keys[index])
          expected[index] = nil
          later.insert(index)
        case 6, 7:
          queue.add(.invalidate, keys[index])
          expected[index]?.isInvalidated = true
        case 8 where Bool.random(using: &random):
          queue.clear()
          expected = [nil, nil, nil]
          later = [0, 1, 2]
        case 9, 10:
          guard batch == nil else { continue }
          batch = queue.take()
          later = []
        default:
          guard let ended = batch else { continue }
          batch = nil
          let hasCleared = !ended.clears || Int.random(in: 0..<3, using: &random) > 0
          if ended.clears, hasCleared { disk = [nil, nil, nil] }
          var failed: [QueryKey] = []
          for (key, work) in ended.work {
            guard let index = keys.firstIndex(of: key) else { continue }
            if !hasCleared { continue }
            if Int.random(in: 0..<3, using: &random) == 0 {
              failed.append(key)
              // Unless it has changed since, the outdated record counts as absent.
              if case .write = work, !later.contains(index) { expected[index] = nil }
            } else {
              perform(work, &disk[index])
            }
          }
          queue.end(failed: failed, hasCleared: hasCleared)
        }
        let shown = keys.indices.map { note(queue.look(keys[$0]), disk[$0]) }
        #expect(shown == expected, "seed \(seed), step \(step)")
        if shown != expected { return }
      }
      if let batch { succeed(batch, &queue, &disk) }
      if let last = queue.take() { succeed(last, &queue, &disk) }
      let rest = queue.take()
      #expect(disk == expected && rest == nil && queue.count == 0, "seed \(seed)")
      if disk != expected { return }
    }
  }

  @Test func failedChangesAreRepeatedWithTheNextOnes() throws {
    var queue = RecordQueue()
    queue.add(.write(content(1)), keys[0])
    let first = queue.take()
    #expect(first?.work.count == 1)
    queue.end(failed: [keys[0]], hasCleared: true)
    queue.add(.remove, keys[1])
    let next = queue.take()
    let batch = try #require(next)
    #expect(Set(batch.work.map(\.key)) == [keys[0], keys[1]])
    for (_, work) in batch.work {
      guard case .remove = work else {
        Issue.record("outdated content is written")
        continue
      }
    }
  }

  @Test func whatHasFailedIsRepeatedOnceWithoutOtherChanges() throws {
    var queue = RecordQueue()
    queue.add(.remove, keys[0])
    _ = queue.take()
    queue.end(failed: [keys[0]], hasCleared: true)
    let second = queue.take()
    #expect(second?.work.map(\.key) == [keys[0]])
    queue.end(failed: [], hasCleared: true)
    queue.clear()
    queue.add(.write(content(1)), keys[1])
    _ = queue.take()
    queue.end(failed: [], hasCleared: false)
    let next = queue.take()
    let batch = try #require(next)
    #expect(batch.clears && batch.work.map(\.key) == [keys[1]])
    queue.end(failed: [], hasCleared: true)
    let none = queue.take()
    #expect(none == nil)
  }

  @Test func aQueueKeepsNothingThatIsWritten() {
    var queue = RecordQueue()
    for number in 0..<10_000 { queue.add(.write(content(number)), keys[number % 3]) }
    #expect(queue.count == 3)
    _ = queue.take()
    queue.end(failed: [], hasCleared: true)
    #expect(queue.count == 0)
  }
}
