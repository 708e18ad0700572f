import Foundation
import Testing

@testable import StateOutbox

/// Time, the network, restarts and power loss.
struct OutboxQueueDatesTests {
  private let script = OutboxScript()

  @Test func anUnsentChangeExpires() {
    script.online(false)
    script.enqueue(1) { $0.expiresAfter = .seconds(100) }
    #expect(script.queue.nextWake == .seconds(100))
    #expect(script.pass(99) == [])
    #expect(script.pass(1) == ["hide 1", "1 gets expired", "report 1"])
    // The app's decision has no date.
    #expect(script.retryNow(1) == ["show 1 as 1", "start 1 #1"])
  }

  @Test func anAttemptedChangeIsUnknownAfterItsHorizon() {
    script.enqueue(1) { $0.resendsFor = .seconds(100) }
    script.end(1, .retry(after: .seconds(90), failure: "lost"))
    #expect(script.pass(90) == ["start 1 #2"])
    script.end(1, .retry(after: .seconds(90), failure: "lost"), attempt: 2)
    #expect(script.pass(10) == ["1 gets unknownOutcome", "report 1"])
    #expect(script.queue[.number(1)]?.isShown == true)
    #expect(script.resume() == [])
    #expect(script.retryNow(1) == ["start 1 #3"])
  }

  @Test func aSentChangeDoesNotExpire() {
    script.enqueue(1) {
      $0.expiresAfter = .seconds(100)
      $0.resendsFor = .seconds(150)
    }
    script.end(1, .retry(after: .seconds(120), failure: "lost"))
    #expect(script.pass(119) == [])
    #expect(script.pass(1) == ["start 1 #2"])
    script.end(1, .retry(after: .seconds(120), failure: "lost"), attempt: 2)
    #expect(script.pass(30) == ["1 gets unknownOutcome", "report 1"])
    #expect(script.restart() == [])
    #expect(script.state(1) == .unknown)
  }

  @Test func aDateThatPassesDuringTheRecordOfAnAttemptStopsIt() {
    script.enqueue(1) { $0.resendsFor = .seconds(100) }
    script.end(1, .retry(after: .seconds(10), failure: "lost"))
    script.isPrompt = false
    script.pass(10)
    script.perform { $0.gainLease(at: $1, &$2) }
    script.pass(90)
    let events = script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(events == ["1 gets unknownOutcome", "report 1"])
    #expect(script.state(1) == .unknown)
  }

  @Test func anExpiryThatPassesDuringTheFirstRecordStopsTheAttempt() {
    script.isPrompt = false
    script.enqueue(1) { $0.expiresAfter = .seconds(100) }
    script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) }
    script.perform { $0.gainLease(at: $1, &$2) }
    script.pass(100)
    let events = script.perform { $0.stored(script.writes.removeFirst(), at: $1, &$2) }
    #expect(events == ["hide 1", "1 gets expired", "report 1"])
    script.restart()
    #expect(script.state(1) == .expired)
    // It was never sent.
    #expect(script.queue[.number(1)]?.attempts == 0)
  }

  @Test func aHeldChangeThatTheServerHasRefusedHasNoHorizon() {
    script.enqueue(1) { $0.resendsFor = .seconds(100) }
    script.end(1, .holdAll(failure: "no login"))
    #expect(script.pass(200) == [])
    #expect(script.resume() == ["start 1 #2"])
    #expect(script.queue[.number(1)]?.isRefused == false)
    script.end(1, .retry(after: .seconds(90), failure: "lost"), attempt: 2)
    #expect(script.pass(90) == ["start 1 #3"])
    // The second attempt has no outcome.
    script.end(1, .holdAll(failure: "no login"), attempt: 3)
    script.restart()
    #expect(script.pass(10) == [])
    #expect(script.resume() == ["1 gets unknownOutcome", "report 1"])
  }

  @Test func aRefusalIsKnownAfterARestartUntilTheNextAttempt() {
    script.enqueue(1)
    script.end(1, .reject(failure: "no"))
    script.perform { $0.pause(at: $1, &$2) }
    script.retryNow(1)
    #expect(script.state(1) == .queued)
    let restored = OutboxQueue(script.log, at: script.now)
    #expect(restored[.number(1)]?.isRefused == true)
    #expect(OutboxQueue(restored.records, at: script.now)[.number(1)]?.isRefused == true)
    script.resume()
    #expect(script.queue[.number(1)]?.isRefused == false)
  }

  @Test func aChangeThatCannotBeDecodedDoesNotExpire() {
    script.online(false)
    script.enqueue(1) { $0.expiresAfter = .seconds(100) }
    script.enqueue(2, lane: "b") { $0.expiresAfter = .seconds(100) }
    script.now.date += 200
    let queue = OutboxQueue(script.log, at: script.now)
    script.queue = queue
    let count = script.log.count
    let events = script.perform { $0.setAside([(.number(1), "no field")], at: $1, &$2) }
    #expect(script.state(1) == .undecodable)
    #expect(script.state(2) == .expired)
    #expect(events.contains("1 gets undecodable"))
    #expect(script.log.count == count + 1)
  }

  @Test func aChangeInFlightIsSentAgainAfterARestartUntilItsHorizon() {
    script.enqueue(1) { $0.resendsFor = .seconds(100) }
    #expect(script.restart(after: 99) == ["start 1 #2"])
    #expect(script.restart(after: 1) == ["1 gets unknownOutcome", "report 1"])
    #expect(script.state(1) == .unknown)
  }

  @Test func aLostAnswerOnDiskRepeatsTheAttempt() {
    script.enqueue(1)
    let count = script.log.count
    script.end(1, .answer)
    #expect(script.restart(keeping: count) == ["start 1 #2"])
  }

  @Test func aStoredPauseLastsNoLongerThanTheLongest() {
    script.enqueue(1) { $0.longestPause = .seconds(20) }
    script.end(1, .retry(after: .seconds(20), failure: "lost"))
    script.now.date -= 86_400
    script.restart()
    #expect(script.pass(19) == [])
    #expect(script.pass(1) == ["start 1 #2"])
  }

  @Test func theReturnOfTheNetworkEndsPausesWithJitterAndOnceASecond() {
    script.enqueue(1)
    script.end(1, .retry(after: .seconds(100), failure: "lost"))
    script.online(false)
    #expect(script.online(true) == [])
    #expect(script.pass(0.9) == [])
    #expect(script.pass(0.1) == ["start 1 #2"])
    script.end(1, .retry(after: .seconds(100), failure: "lost"), attempt: 2)
    script.pass(10)
    script.online(false)
    #expect(script.online(true, jitter: 0.5) == [])
    #expect(script.pass(1) == ["start 1 #3"])
  }

  @Test func oneHeadIsTriedEveryFiveMinutesOffline() {
    script.online(false)
    script.enqueue(1)
    script.enqueue(2, lane: "b")
    #expect(script.queue.nextWake == .seconds(300))
    #expect(script.pass(299) == [])
    #expect(script.pass(1) == ["start 1 #1"])
    #expect(script.pass(299) == [])
    #expect(script.pass(1) == ["start 2 #1"])
    #expect(!script.enqueue(3, lane: "c").contains("start 3 #1"))
    #expect(script.retryNow(3) == ["start 3 #1"])
  }

  @Test func aPauseOfTheAppStopsEvenRetryNowAndEndsWithTheProcess() {
    script.perform { $0.pause(at: $1, &$2) }
    script.enqueue(1)
    #expect(!script.queue.canSend)
    #expect(script.retryNow() == [])
    #expect(script.resume() == ["start 1 #1"])
    script.perform { $0.pause(at: $1, &$2) }
    #expect(script.restart() == ["start 1 #2"])
  }

  @Test func aLostLeaseCancelsAndTheLaneWaitsForTheEnd() {
    script.enqueue(1)
    script.isPrompt = false
    #expect(script.perform { $0.loseLease(at: $1, &$2) } == ["cancel 1"])
    script.isPrompt = true
    #expect(script.perform { $0.gainLease(at: $1, &$2) } == [])
    #expect(script.end(1, .interrupted) == ["start 1 #2"])
  }

  @Test func theRewrittenLogRestoresTheSameQueue() {
    script.enqueue(1) { $0.holdsLaneWhenRejected = true }
    script.enqueue(2, lane: "b")
    script.enqueue(3, lane: "c")
    script.enqueue(4, lane: "c")
    script.end(1, .reject(failure: "no"))
    script.end(2, .holdAll(failure: "login"))
    script.end(3, .retry(after: .seconds(9), failure: "lost"))
    let restored = OutboxQueue(script.queue.records, at: script.now)
    #expect(restored.views() == script.queue.views())
    #expect(restored.records == script.queue.records)
  }
}
