import Foundation
import Testing

@testable import StateOutbox

/// Merges, cancellation, and other processes.
struct OutboxQueueChangesTests {
  private let script = OutboxScript()

  private func merge(_ later: Int, into key: Int, as payload: Int) -> [String] {
    let draft = script.draft(later)
    return script.perform {
      _ = $0.merge(draft, into: .number(key), payload: payload, at: $1, &$2)
    }
  }

  @Test func aQueuedChangeTakesALaterOneAndKeepsItsKey() {
    script.online(false)
    script.enqueue(1)
    #expect(script.queue.mergeCandidate(name: "Rename", lane: "a")?.key == .number(1))
    #expect(script.queue.mergeCandidate(name: "Delete", lane: "a") == nil)
    #expect(merge(2, into: 1, as: 12) == ["show 1 as 12"])
    #expect(script.queue[.number(1)]?.payload == 12)
    #expect(script.queue.count == 1)
    script.enqueue(3)
    #expect(script.queue.mergeCandidate(name: "Rename", lane: "a")?.key == .number(3))
  }

  @Test func anAttemptedChangeIsNeitherMergedNorCancelled() {
    script.enqueue(1)
    script.end(1, .retry(after: .seconds(9), failure: "lost"))
    #expect(script.queue.mergeCandidate(name: "Rename", lane: "a") == nil)
    #expect(merge(2, into: 1, as: 12) == [])
    var verdict = OutboxVerdict.busy
    script.perform { verdict = $0.cancel(.number(1), at: $1, &$2) }
    #expect(verdict == .refused)
  }

  private func replace(_ key: Int, with number: Int) -> OutboxVerdict {
    let draft = script.draft(number)
    var verdict = OutboxVerdict.busy
    script.perform { verdict = $0.replace(.number(key), with: draft, at: $1, &$2) }
    return verdict
  }

  @Test func aChangeThatTheServerMayHaveIsNotReplaced() {
    script.enqueue(1) { $0.resendsFor = .seconds(100) }
    script.end(1, .retry(after: .seconds(100), failure: "lost"))
    script.pass(100)
    #expect(script.state(1) == .unknown)
    #expect(replace(1, with: 2) == .refused)
    script.enqueue(3)
    script.end(3, .retry(after: .seconds(5), failure: "lost"))
    script.pass(5)
    script.end(3, .undecodable(failure: "no field"), attempt: 2)
    #expect(script.state(3) == .undecodable)
    #expect(replace(3, with: 4) == .refused)
  }

  @Test func aRefusedChangeIsReplaced() {
    script.enqueue(1)
    script.end(1, .reject(failure: "no"))
    #expect(replace(1, with: 2) != .refused)
    #expect(script.queue.views().map(\.key.number) == [2])
  }

  @Test func aMergeThatCannotBeWrittenShowsTheEarlierContent() {
    script.online(false)
    script.enqueue(1)
    script.isPrompt = false
    _ = merge(2, into: 1, as: 12)
    #expect(script.queue.mergeCandidate(name: "Rename", lane: "a") == nil)
    let events = script.perform { $0.notStored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(events == ["show 1 as 1"])
    #expect(script.queue[.number(1)]?.payload == 1)
  }

  @Test func aMergeBehindTheStartOfAnotherProcessIsVoid() {
    script.online(false)
    script.enqueue(1)
    script.isPrompt = false
    _ = merge(2, into: 1, as: 12)
    let start = OutboxRecord.started(.number(1), attempt: 1, date: script.now.date)
    script.perform { $0.read([start], at: $1, &$2) }
    script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(script.queue.views().map(\.payload) == [1, 2])
  }

  @Test func aQueuedChangeIsCancelled() {
    script.online(false)
    script.enqueue(1)
    let events = script.perform { _ = $0.cancel(.number(1), at: $1, &$2) }
    #expect(events == ["hide 1", "1 gets cancelled"])
    #expect(script.queue.count == 0)
  }

  @Test func aCancellationThatCannotBeWrittenChangesNothing() {
    script.online(false)
    script.enqueue(1)
    script.isPrompt = false
    script.perform { _ = $0.cancel(.number(1), at: $1, &$2) }
    let events = script.perform { $0.notStored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(events == ["show 1 as 1"])
    #expect(script.state(1) == .queued)
  }

  @Test func aChangeWhoseRecordIsBeingWrittenIsBusy() {
    script.isPrompt = false
    script.enqueue(1)
    var verdict = OutboxVerdict.refused
    script.perform { verdict = $0.cancel(.number(1), at: $1, &$2) }
    #expect(verdict == .busy)
  }

  @Test func changesOfOtherProcessesComeBeforeThoseBeingWritten() {
    script.isPrompt = false
    script.enqueue(1)
    let other = script.draft(2)
    script.perform { $0.read([.enqueued(other)], at: $1, &$2) }
    script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(script.queue.views().map(\.key.number) == [2, 1])
    #expect(script.queue.views(in: "a").map(\.key.number) == [2, 1])
  }

  @Test func anAnswerOfAnotherProcessSettlesAChange() {
    script.online(false)
    script.enqueue(1)
    let events = script.perform { $0.read([.done(.number(1))], at: $1, &$2) }
    #expect(events.first == "commit 1")
    #expect(script.queue.count == 0)
  }
}
