import Foundation
import Testing

@testable import StateOutbox

/// The life of a change: storing, sending, and the ends of attempts.
struct OutboxQueueTests {
  private let script = OutboxScript()

  @Test func aChangeShowsAtOnceAndIsSentWhenItsRecordAndItsStartAreStored() {
    script.isPrompt = false
    #expect(script.enqueue(1) == ["show 1 as 1"])
    #expect(script.state(1) == .queued)
    #expect(script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) } == [])
    #expect(script.perform { $0.gainLease(at: $1, &$2) } == [])
    #expect(script.writes.count == 1)
    #expect(
      script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) } == ["start 1 #1"]
    )
    #expect(script.state(1) == .sending(attempt: 1))
  }

  @Test func aChangeThatCannotBeWrittenIsNotKept() {
    script.isPrompt = false
    script.enqueue(1)
    let events = script.perform { $0.notStored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(events == ["1 gets notStored", "hide 1"])
    #expect(script.queue.count == 0)
  }

  @Test func aStartThatCannotBeWrittenIsTriedAgainLater() {
    script.isPrompt = false
    script.enqueue(1)
    script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) }
    script.perform { $0.gainLease(at: $1, &$2) }
    script.perform { $0.notStored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(script.state(1) == .queued)
    #expect(script.queue[.number(1)]?.attempts == 0)
    #expect(script.queue.nextWake == .seconds(10))
    script.isPrompt = true
    #expect(script.pass(9) == [])
    #expect(script.pass(1) == ["start 1 #1"])
  }

  @Test func anAnswerCommitsAndStartsTheNext() {
    script.enqueue(1)
    #expect(script.enqueue(2) == ["show 2 as 2"])
    #expect(script.end(1, .answer) == ["commit 1", "1 gets answer", "start 2 #1"])
    #expect(script.end(2, .applied).first == "commit 2")
    #expect(script.queue.doneCount == 2)
    #expect(!script.queue.canSend)
  }

  @Test func anErrorPausesItsLaneOnly() {
    script.enqueue(1)
    script.enqueue(2)
    script.enqueue(3, lane: "b")
    #expect(script.end(1, .retry(after: .seconds(4), failure: "lost")) == [])
    #expect(script.state(1) == .waiting(until: script.now.date + 4))
    #expect(script.queue[.number(1)]?.failure == "lost")
    #expect(script.state(3) == .sending(attempt: 1))
    #expect(script.pass(3) == [])
    #expect(script.pass(1) == ["start 1 #2"])
  }

  @Test func aRejectedChangeIsRolledBackAndPassed() {
    script.enqueue(1)
    script.enqueue(2)
    #expect(
      script.end(1, .reject(failure: "no"))
        == ["hide 1", "1 gets failure", "report 1", "start 2 #1"]
    )
    #expect(script.state(1) == .rejected)
    #expect(script.queue.failedCount == 1)
    #expect(
      script.perform { _ = $0.discard(.number(1), at: $1, &$2) } == ["1 gets discarded"]
    )
  }

  @Test func aRejectedChangeHoldsItsLaneByOption() {
    script.enqueue(1) { $0.holdsLaneWhenRejected = true }
    script.enqueue(2)
    script.end(1, .reject(failure: "no"))
    #expect(script.resume() == [])
    #expect(script.perform { _ = $0.discard(.number(1), at: $1, &$2) }.last == "start 2 #1")
  }

  @Test func aFailedChangeReturnsToItsPlace() {
    script.enqueue(1)
    script.enqueue(2)
    script.enqueue(3)
    script.end(1, .reject(failure: "no"))
    #expect(script.retryNow(1) == ["show 1 as 1"])
    #expect(script.end(2, .answer).last == "start 1 #2")
    #expect(script.end(1, .answer, attempt: 2).last == "start 3 #1")
  }

  @Test func aReplacementHasTheSamePlaceAndAnotherKey() {
    script.enqueue(1)
    script.enqueue(2)
    let draft = script.draft(9)
    #expect(
      script.end(1, .replace(draft)) == ["hide 1", "9 for 1", "show 9 as 9", "start 9 #1"]
    )
    #expect(script.queue.views().map(\.key.number) == [9, 2])
  }

  @Test func aReplacementThatCannotBeWrittenSendsTheOldKeyLater() {
    script.enqueue(1)
    script.isPrompt = false
    script.end(1, .replace(script.draft(9)))
    script.perform { $0.notStored(script.writes.removeFirst(), at: $1, &$2) }
    script.isPrompt = true
    script.perform { $0.gainLease(at: $1, &$2) }
    #expect(script.pass(299) == [])
    #expect(script.pass(1) == ["start 1 #2"])
  }

  @Test func aHeldChangeHoldsItsLaneOrEverything() {
    for (end, isAll) in [
      (OutboxEnd.holdLane(failure: "x"), false), (.holdAll(failure: "x"), true),
    ] {
      let script = OutboxScript()
      script.enqueue(1)
      script.enqueue(2)
      script.end(1, end)
      #expect(script.state(1) == .held)
      #expect(script.queue[.number(1)]?.isShown == true)
      #expect(script.enqueue(3, lane: "b").contains("start 3 #1") == !isAll)
      #expect(script.resume().contains("start 1 #2"))
    }
  }

  @Test func retryNowOfOneChangeThatHoldsEverythingLeavesOthersWithTheirLanes() {
    script.enqueue(1)
    script.enqueue(2, lane: "b")
    script.enqueue(3, lane: "c")
    script.end(1, .holdAll(failure: "login"))
    script.end(2, .holdAll(failure: "login"))
    #expect(script.retryNow(1) == ["start 1 #2"])
    #expect(script.queue.isHeld == false)
    #expect(script.state(2) == .held)
  }

  @Test func lanesStartByPriorityAndEveryFourthByNumber() {
    let script = OutboxScript(OutboxQueue.Options(lanesAtOnce: 1))
    script.enqueue(1, lane: "1")
    script.enqueue(2, lane: "2")
    for number in 3...8 { script.enqueue(number, lane: "\(number)") { $0.priority = 1 } }
    var starts: [Int] = [1]
    for _ in 0..<7 {
      let events = script.end(starts[starts.count - 1], .answer)
      starts += events.compactMap { event in
        event.hasPrefix("start ") ? Int(event.dropFirst(6).prefix { $0 != " " }) : nil
      }
    }
    #expect(starts == [1, 3, 4, 2, 5, 6, 7, 8])
  }

  @Test func aDecodingErrorSetsAChangeAside() {
    script.enqueue(1)
    script.enqueue(2)
    #expect(
      script.end(1, .undecodable(failure: "no field"))
        == ["hide 1", "1 gets undecodable", "report 1", "start 2 #1"]
    )
    #expect(script.queue[.number(1)]?.attempts == 0)
    script.retryNow()
    #expect(script.state(1) == .undecodable)
    // A process of another version tries it again.
    #expect(script.restart().contains("start 1 #1"))
  }

  @Test func removeAllWaitsForAttemptsInFlight() {
    script.enqueue(1)
    script.enqueue(2)
    #expect(script.perform { _ = $0.removeAll(at: $1, &$2) } == ["cancel 1"])
    #expect(script.queue.count == 2)
    let events = script.end(1, .interrupted)
    #expect(events == ["1 gets discarded", "hide 1", "2 gets discarded", "hide 2"])
    #expect(script.enqueue(3).last == "start 3 #1")
  }

  @Test func aFullQueueRefuses() {
    let script = OutboxScript(OutboxQueue.Options(limit: 1))
    script.enqueue(1)
    #expect(script.queue.isFull)
    #expect(script.enqueue(2) == [])
    #expect(script.queue.count == 1)
  }
}
