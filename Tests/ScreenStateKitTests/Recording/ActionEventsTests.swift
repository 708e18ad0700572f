import StateTestSupport
import StateTesting
import Testing

@testable import ScreenRecording
@testable import ScreenStateKit

/// The events of a store's actions and their changes.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ActionEventsTests {
  private let log = EventLog()
  private let state = NotesState()
  private let clock = TestClock()
  private let store: NotesStore

  init() async {
    store = NotesStore(clock: clock)
    await store.binding(state: state)
    store.binding.startRecording()
  }

  private var lines: [String] {
    Array(log.lines(of: store.binding.storeID).dropFirst())
  }

  @Test func anActionIsReceivedHandledAndDone() async throws {
    try await store.receive(action: .add("a")).waitComplete()
    #expect(
      log.lines(of: store.binding.storeID) == [
        "made NotesStore: NotesState",
        "action 1 received: add(\"a\"), by outside",
        "notes: [] -> [\"a\"], by action 1",
        "action 1 handled",
        "action 1 done",
      ]
    )
  }

  @Test func aDroppedActionHasTheReason() async throws {
    let first = store.receive(action: .hold("a"))
    _ = store.receive(action: .hold("a")) as AnyTask
    store.gate.open()
    try await first.waitComplete()
    #expect(
      lines == [
        "action 1 received: hold(\"a\"), by outside",
        "action 2 received: hold(\"a\"), by outside",
        "action 2 dropped: its policy drops it",
        "notes: [] -> [\"a\"], by action 1",
        "action 1 handled",
        "action 1 done",
      ]
    )
  }

  @Test func anActionThatWaitsIsQueued() async throws {
    let (first, second) = (store.receive(action: .queue("a")), store.receive(action: .queue("b")))
    store.gate.open()
    try await first.waitComplete()
    try await second.waitComplete()
    #expect(
      lines.filter { !$0.hasPrefix("action 1") } == [
        "action 2 received: queue(\"b\"), by outside",
        "action 2 queued",
        "notes: [] -> [\"a\"], by action 1",
        "notes: [\"a\"] -> [\"a\", \"b\"], by action 2",
        "action 2 handled",
        "action 2 done",
      ]
    )
  }

  @Test func anActionThatIsCancelledWhileItWaitsIsDropped() async throws {
    let first: AnyTask = store.receive(action: .queue("a"))
    let second: AnyTask = store.receive(action: .queue("b"))
    second.cancel()
    second.cancel()
    store.gate.open()
    try await first.waitComplete()
    _ = try? await second.waitComplete()
    #expect(
      lines.filter { $0.hasPrefix("action 2") } == [
        "action 2 received: queue(\"b\"), by outside",
        "action 2 queued",
        "action 2 dropped: it was cancelled while it waited",
      ]
    )
  }

  @Test func aReplacedActionThatWaitsIsDroppedByItsPolicy() async throws {
    _ = store.receive(action: .debounce("a")) as AnyTask
    let second: AnyTask = store.receive(action: .debounce("b"))
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(1))
    try await second.waitComplete()
    #expect(
      lines == [
        "action 1 received: debounce(\"a\"), by outside",
        "action 1 queued",
        "action 1 dropped: its policy drops it",
        "action 2 received: debounce(\"b\"), by outside",
        "action 2 queued",
        "notes: [] -> [\"b\"], by action 2",
        "action 2 handled",
        "action 2 done",
      ]
    )
  }

  @Test func aReplacedActionThatRunsIsDone() async throws {
    let first: AnyTask = store.receive(action: .restart("a"))
    await store.gate.waitUntilStarted()
    let second: AnyTask = store.receive(action: .restart("b"))
    store.gate.open()
    _ = try? await first.waitComplete()
    try await second.waitComplete()
    #expect(
      lines.filter { $0.hasPrefix("action 1") } == [
        "action 1 received: restart(\"a\"), by outside",
        "action 1 handled",
        "action 1 done",
      ]
    )
    #expect(lines.contains("notes: [] -> [\"b\"], by action 2"))
  }

  @Test func aFailureIsPartOfTheAction() async {
    _ = try? await store.receive(action: .fail).waitComplete()
    #expect(lines.count == 5)
    #expect(lines[0] == "action 1 received: fail, by outside")
    #expect(lines[1] == "action 1 failed: NotesFailure()")
    #expect(lines[2] == "action 1 handled")
    #expect(lines[3].hasPrefix("error shown: ") && lines[3].contains("It failed"))
    #expect(lines[4] == "action 1 done")
  }

  @Test func eachAttemptFailsOnce() async {
    _ = try? await store.receive(action: .retry).waitComplete()
    #expect(lines.count { $0.hasPrefix("action 1 failed") } == 2)
    #expect(lines.count { $0 == "action 1 handled" } == 1)
    #expect(lines.last == "action 1 done")
  }

  @Test func aTimeoutIsAFailure() async {
    let sent: AnyTask = store.receive(action: .time)
    await store.gate.waitUntilStarted()
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(1))
    _ = try? await sent.waitComplete()
    #expect(lines.filter { $0.contains("failed") }.map { $0.contains("TimeoutError") } == [true])
    #expect(lines.last == "action 1 done")
  }

  @Test func anActionThatAnotherSendsHasItAsCause() async throws {
    try await store.receive(action: .send("a")).waitComplete()
    #expect(
      lines == [
        "action 1 received: send(\"a\"), by outside",
        "action 2 received: add(\"a\"), by action 1",
        "notes: [] -> [\"a\"], by action 2",
        "action 2 handled",
        "action 2 done",
        "action 1 handled",
        "action 1 done",
      ]
    )
  }

  @Test(.notRepeated, .simulated(seeds: 0..<50))
  func loadingIsBetweenTheReceiptAndTheEnd() async throws {
    try await store.receive(action: .load("a")).waitComplete()
    let lines = lines
    #expect(lines.first == "action 1 received: load(\"a\"), by outside")
    #expect(
      lines.filter { !$0.hasPrefix("action") } == [
        "loading begins", "notes: [] -> [\"a\"], by action 1", "loading ends",
      ]
    )
    #expect(lines.last == "action 1 done")
  }

  @Test(.notRepeated, .simulated(seeds: 0..<100))
  func aCancelAtAnyTimeLeavesOneEnd() async throws {
    let sent: AnyTask = store.receive(action: .hold("a"))
    for _ in 0..<3 { await Task.yield() }
    sent.cancel()
    _ = try? await sent.waitComplete()
    let ends = lines.filter { $0.contains("dropped") || $0.contains("done") }
    #expect(ends.count == 1)
    #expect(lines.count == (ends[0].contains("done") ? 3 : 2))
  }

  @Test func changesThatWereMadeBeforeComeBefore() async throws {
    state.notes = ["a"]
    let sent: AnyTask = store.receive(action: .add("b"))
    state.notes.append("c")
    try await sent.waitComplete()
    #expect(
      lines.prefix(2) == [
        "notes: [] -> [\"a\"], by outside",
        "action 1 received: add(\"b\"), by outside",
      ]
    )
    #expect(lines.contains("notes: [\"a\"] -> [\"a\", \"c\"], by outside"))
    #expect(lines.contains("notes: [\"a\", \"c\"] -> [\"a\", \"c\", \"b\"], by action 1"))
  }

  @Test func elementsOfASequenceAreEvents() async throws {
    let (elements, continuation) = AsyncStream<Int>.makeStream()
    let handle = store.observe(elements) { $1.notes.append("\($0)") }
    continuation.yield(1)
    continuation.finish()
    try await handle.waitComplete()
    #expect(
      lines == ["element of AsyncStream<Int>: 1", "notes: [] -> [\"1\"], by update"]
    )
  }

  @Test func nothingIsAnEventWithoutARecording() async throws {
    store.binding.stopRecording()
    let count = log.events(of: store.binding.storeID).count
    try await store.receive(action: .add("a")).waitComplete()
    state.loadingStarted()
    #expect(log.events(of: store.binding.storeID).count == count)
  }
}
