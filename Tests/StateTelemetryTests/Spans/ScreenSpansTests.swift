#if Telemetry
import InMemoryTracing
import MetricsTestKit
import StateTestSupport
import StateTesting
import Testing
import Tracing

@testable import ScreenStateKit
@testable import StateTelemetry

extension OneByOne {
  /// The spans of screens' stores, whose actions are sent and run outside the main actor.
  @MainActor
  @Suite(.timeLimit(.minutes(20))) struct ScreenSpansTests {
    private let trace = Trace()
    private let state = NotesState()
    private let gate = Gate()

    private func store(
      clock: any Clock<Duration> = ContinuousClock(),
      _ work: @escaping @Sendable (NotesStore.Action) async throws -> Void
    ) async -> NotesStore {
      let store = NotesStore(clock: clock, work)
      await store.binding(state: state)
      trace.telemetry.observe(store)
      return store
    }

    @Test func anActionIsASpanWhoseWorkHasItsContext() async throws {
      let tracer = trace.tracer
      let store = await store { _ in tracer.mark("request") }
      try await store.receive(action: .add("secret")).waitComplete()
      #expect(trace.lines == ["NotesStore.add", "NotesStore.add / request"])
      #expect(trace.spans[0]["state.store"] == "NotesStore")
      #expect(!"\(trace.spans)".contains("secret"))
    }

    @Test func anActionThatIsSentAwayFromTheMainActorHasItsContextAtOnce() async throws {
      let tracer = trace.tracer
      let store = await store { _ in tracer.mark("request") }
      try await Self.send(store, in: tracer)
      #expect(trace.lines == ["tap", "tap / NotesStore.save", "tap / NotesStore.save / request"])
    }

    @concurrent
    private static func send(_ store: NotesStore, in tracer: InMemoryTracer) async throws {
      let span = tracer.startSpan("tap")
      defer { span.end() }
      try await ServiceContext.withValue(span.context) {
        try await store.receive(action: .save).waitComplete()
      }
    }

    @Test func anActionThatAnActionSendsIsItsChild() async throws {
      let other = await store { _ in }
      let store = await store { _ in try await other.receive(action: .save).waitComplete() }
      try await store.receive(action: .add("")).waitComplete()
      #expect(trace.lines == ["NotesStore.add", "NotesStore.add / NotesStore.save"])
    }

    @Test func anErrorIsAStatus() async {
      let store = await store { _ in throw Refusal(reason: "secret") }
      try? await store.receive(action: .save).waitComplete()
      #expect(trace.lines == ["NotesStore.save (error: Refusal)"])
      #expect(trace.count("state.actions.failed", "Refusal") == 1)
    }

    @Test func aRetryThatEndsWellIsNotAnError() async throws {
      let attempts = LockIsolated(0)
      let store = await store { _ in
        let attempt = attempts.withValue { count in
          count += 1
          return count
        }
        if attempt < 3 { throw Refusal(reason: "") }
      }
      try await store.receive(action: .retry).waitComplete()
      #expect(trace.lines == ["NotesStore.retry"])
      let failing = await self.store { _ in throw Refusal(reason: "") }
      try? await failing.receive(action: .retry).waitComplete()
      #expect(trace.lines.last == "NotesStore.retry (error: Refusal)")
    }

    @Test func aTimeoutIsAnError() async {
      let (clock, gate) = (TestClock(), gate)
      let store = await store(clock: clock) { _ in try await gate.pass() }
      let sent: AnyTask = store.receive(action: .time)
      await gate.waitUntilStarted()
      await clock.run()
      try? await sent.waitComplete()
      #expect(trace.lines == ["NotesStore.time (error: TimeoutError)"])
    }

    @Test func droppedAndReplacedActionsEnd() async throws {
      let gate = gate
      let store = await store { action in
        if action == .restart(1) || action == .save { try await gate.pass() }
      }
      let first: AnyTask = store.receive(action: .restart(1))
      await gate.waitUntilStarted()
      try await store.receive(action: .restart(2)).waitComplete()
      try? await first.waitComplete()
      let second: AnyTask = store.receive(action: .save)
      try? await store.receive(action: .save).waitComplete()
      gate.open()
      try await second.waitComplete()
      #expect(
        trace.lines == [
          "NotesStore.restart", "NotesStore.restart", "NotesStore.save",
          "NotesStore.save (dropped: policy)",
        ]
      )
    }

    @Test func aDebouncedActionThatIsReplacedIsDropped() async throws {
      let clock = TestClock()
      let store = await store(clock: clock) { _ in }
      let first: AnyTask = store.receive(action: .debounce(1))
      let second: AnyTask = store.receive(action: .debounce(2))
      await clock.run()
      try? await first.waitComplete()
      try await second.waitComplete()
      #expect(
        trace.lines == ["NotesStore.debounce (dropped: policy)", "NotesStore.debounce"]
      )
    }

    @Test func anActionThatIsCancelledInTheQueueIsDropped() async {
      let gate = gate
      let store = await store { _ in await gate.wait() }
      let first: AnyTask = store.receive(action: .queue(1))
      let second: AnyTask = store.receive(action: .queue(2))
      second.cancel()
      try? await second.waitComplete()
      gate.open()
      try? await first.waitComplete()
      #expect(trace.lines == ["NotesStore.queue", "NotesStore.queue (dropped: cancelled)"])
    }

    @Test func actionsAreCountedAndTimedByTheirKind() async throws {
      let store = await store { _ in }
      for note in ["a", "b"] { try await store.receive(action: .add(note)).waitComplete() }
      let add = [("state.store", "NotesStore"), ("state.action", "add")]
      _ = trace.spans
      #expect(try trace.metrics.expectCounter("state.actions", add).totalValue == 2)
      #expect(try trace.metrics.expectTimer("state.action.duration", add).values.count == 2)
      #expect(try trace.metrics.expectTimer("state.action.handler.duration", add).values.count == 2)
    }

    @Test func actionsEndWithTheirStore() async {
      let gate = gate
      let telemetry = trace.telemetry
      var state: NotesState? = NotesState()
      let store = NotesStore { action in if action == .queue(1) { await gate.passStubbornly() } }
      if let state { await store.binding(state: state) }
      telemetry.observe(store)
      let first: AnyTask = store.receive(action: .queue(1))
      let second: AnyTask = store.receive(action: .queue(2))
      await gate.waitUntilStarted()
      state = nil
      gate.open()
      try? await first.waitComplete()
      try? await second.waitComplete()
      #expect(trace.lines == ["NotesStore.queue", "NotesStore.queue (dropped: store_ended)"])
    }

    @Test func aStateThatIsBoundLaterIsObserved() async throws {
      let store = NotesStore { _ in }
      trace.telemetry.observe(store)
      await store.binding(state: state)
      try await store.receive(action: .save).waitComplete()
      let other = NotesState()
      await store.binding(state: other)
      try await store.receive(action: .add("")).waitComplete()
      #expect(trace.lines == ["NotesStore.save", "NotesStore.add"])
    }

    @Test func aStoreOfVersion1IsObservedWithItsState() async throws {
      let store = OldNotesStore(trace.tracer)
      await store.bind(state)
      trace.telemetry.observe(state)
      try await store.nonisolatedReceive(action: .add).waitComplete()
      #expect(trace.lines == ["NotesState.add", "NotesState.add / work"])
    }
  }
}
#endif
