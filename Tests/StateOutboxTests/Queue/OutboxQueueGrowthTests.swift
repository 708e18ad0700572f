import Foundation
import StateTestSupport
import Testing

@testable import StateOutbox

/// Long queues.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct OutboxQueueGrowthTests {
  private let start = OutboxTime(
    clock: .zero,
    date: Date(timeIntervalSinceReferenceDate: 1_000_000)
  )

  private func records(_ count: Int, lanes: Int) -> [OutboxRecord] {
    (1...count).map { number in
      .enqueued(
        OutboxDraft(
          key: .number(number),
          name: "Rename",
          lane: "lane \(number % lanes)",
          subject: "entity \(number % lanes)",
          enqueuedAt: start.date + Double(number) / 1_000,
          payload: number
        )
      )
    }
  }

  /// Sends all changes of a queue; some are rejected, and retried at the end.
  private func send(_ queue: inout OutboxQueue) -> Int {
    var commands: [OutboxCommand] = []
    var sent = 0
    var now = start
    queue.pass(at: now, &commands)
    var isRetried = false
    while true {
      if commands.isEmpty {
        guard !isRetried else { return sent }
        isRetried = true
        queue.retryNow(at: now, &commands)
      }
      let current = commands
      commands.removeAll()
      now.clock += .milliseconds(1)
      for command in current {
        switch command {
        case .acquireLease: queue.gainLease(at: now, &commands)
        case .write(_, let write?): queue.stored(write, at: now, &commands)
        case .start(let key, let attempt, let payload):
          sent += 1
          let isRejected = payload.isMultiple(of: 5) && attempt == 1
          let end: OutboxEnd = isRejected ? .reject(failure: "no") : .answer
          queue.ended(key, attempt: attempt, end, at: now, &commands)
        default: break
        }
      }
    }
  }

  @Test(arguments: [1, 1_000, 20_000]) func allChangesOfALongQueueAreSent(lanes: Int) {
    let count = 20_000
    var queue = OutboxQueue(records(count, lanes: lanes), at: start)
    #expect(queue.count == count)
    let sent = send(&queue)
    #expect(sent == count + count / 5)
    #expect(queue.count == 0)
  }

  @Test func aChangeHasOneDateHoweverOftenItIsMerged() {
    var queue = OutboxQueue(records(1, lanes: 1), at: start)
    var commands: [OutboxCommand] = []
    queue.isPaused = true
    for number in 2..<2_000 {
      let draft = OutboxDraft(
        key: .number(number),
        name: "Rename",
        lane: "lane 0",
        enqueuedAt: start.date,
        payload: number
      )
      let verdict = queue.merge(
        draft,
        into: .number(1),
        payload: number,
        at: start,
        &commands
      )
      guard case .accepted(let write) = verdict else { return #expect(verdict == .busy) }
      queue.stored(write, at: start, &commands)
      commands = []
    }
    #expect(queue.dates.count == 1)
    #expect(queue.ages.count == 1)
  }

  @Test func aChangeHasOneDateHoweverOftenItIsRetried() {
    var queue = OutboxQueue(records(1, lanes: 1), at: start)
    var commands: [OutboxCommand] = []
    var now = start
    queue.pass(at: now, &commands)
    for attempt in 1..<1_000 {
      queue.gainLease(at: now, &commands)
      queue.stored(attempt, at: now, &commands)
      queue.ended(.number(1), attempt: attempt, .reject(failure: "no"), at: now, &commands)
      now.date += 1
      now.clock += .seconds(1)
      queue.retryNow(at: now, &commands)
      commands = []
    }
    #expect(queue[.number(1)]?.attempts == 999)
    #expect(queue.dates.count <= 1)
    #expect(queue.ages.count == 1)
  }

  @Test func aChangeTakesAFewBytesOfTheIndex() {
    let count = 20_000
    let queue = OutboxQueue(records(count, lanes: 2_000), at: start)
    #expect(queue.indexSize / count <= 200)
  }
}

extension OutboxQueue {
  /// The memory of the queue's tables in bytes, without long texts.
  fileprivate var indexSize: Int {
    func size<T>(_ array: ContiguousArray<T>) -> Int {
      array.capacity * MemoryLayout<T>.stride
    }
    return size(entries) + size(freeSlots) + size(lanes) + size(subjectEnds) + slots.size
      + laneNames.size + subjects.size + kinds.size + dates.size + ages.size + pauses.size
      + ready.byPriority.size + ready.byNumber.size
  }
}
