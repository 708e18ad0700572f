#if Telemetry
import InMemoryTracing
import MetricsTestKit
import ScreenStateKit
import StateCore
import StateFields
import StateJournal
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import Tracing

@testable import FeatureStore
@testable import StateTelemetry

extension OneByOne {
  /// The observed stores, and the start and end of observation.
  @MainActor
  @Suite(.timeLimit(.minutes(20))) struct TelemetryTests {
    private let gate = Gate()

    /// An action whose values may be reported.
    struct Told: Feature {
      @MainActor @Observable final class State {}

      enum Action: LoggableAction, RedactedAction, Sendable {
        case open(Int)
        case signIn(String)

        var isRedacted: Bool { if case .signIn = self { true } else { false } }
      }

      func handle() -> ActionHandler<Action, State> { ActionHandler { _, _ in .none } }
    }

    /// A feature whose stores only this suite creates.
    struct Unique: Feature {
      @MainActor @Observable final class State {}

      enum Action: Sendable { case go }

      func handle() -> ActionHandler<Action, State> {
        ActionHandler { _, _ in .run(name: "unique") { _ in } }
      }
    }

    @Test func nothingIsReportedOfOtherStores() async {
      let trace = Trace()
      let store = Store(initialState: Errand.State(), feature: Errand { _ in .run { _ in } })
      let observed = trace.store { _ in .none }
      await store.send(.go).value
      observed.send(.next)
      #expect(trace.lines == ["Errand.next"])
      #expect(trace.count("state.actions") == 1)
    }

    @Test func newStoresAreObservedUntilTheEnd() async {
      let name = ValueText.name(of: Unique.self)
      let before = Store(initialState: Unique.State(), feature: Unique())
      let trace = Trace(observingNewStores: true)
      let store = Store(initialState: Unique.State(), feature: Unique())
      await before.send(.go).value
      await store.send(.go).value
      trace.telemetry.end()
      await store.send(.go).value
      #expect(
        trace.lines.filter { $0.contains("Unique") } == ["\(name).go", "\(name).go / unique"]
      )
      #expect(trace.count("state.effects", "unique") == 1)
    }

    @Test func theStoreOfAChildIsObservedOnceThatIsRecordedAsANewOne() async throws {
      let all = Trace(observingNewStores: true)
      let trace = Trace()
      let store = trace.store(
        helper: { _ in .run(name: "work") { _ in } },
        { _ in .none }
      )
      let helper = try #require(store.scope(\.helper))
      await helper.send(.help).value
      #expect(trace.lines == ["Helper.help", "Helper.help / work"])
      all.telemetry.end()
      await helper.send(.help).value
      #expect(trace.spans.count == 4)
      trace.telemetry.end()
      #expect(store.listener == nil && helper.listener == nil)
    }

    @Test func theEndOfAJournalOfAllDoesNotEndTheTelemetry() async {
      let trace = Trace(observingNewStores: true)
      var journal: Journal? = .recordAll()
      let store = Store(initialState: Unique.State(), feature: Unique())
      #expect(journal?.entries.isEmpty == false)
      journal = nil
      await store.send(.go).value
      #expect(trace.count("state.effects", "unique") == 1)
    }

    @Test func theEndOfTheTelemetryDoesNotEndAJournal() async {
      let journal = Journal()
      let store = Store(initialState: Unique.State(), feature: Unique())
      journal.record(store)
      let trace = Trace(observingNewStores: true)
      trace.telemetry.end()
      let count = journal.entries.count
      await store.send(.go).value
      #expect(journal.entries.count > count)
    }

    @Test func noValueIsReadForTelemetry() {
      let trace = Trace()
      let store = trace.store { _ in .none }
      let log = ValuelessLog()
      store.send(.type("a"))
      #expect(log.changes == 0)
      // From when they are needed.
      let journal = Journal()
      journal.record(store)
      store.send(.type("b"))
      #expect(log.changes == 1)
      #expect(journal.entries.contains { if case .change = $0.kind { true } else { false } })
      #expect(trace.spans.count == 2)
    }

    @MainActor
    private final class ValuelessLog: EventSink {
      var changes = 0

      nonisolated var takesValues: Bool { false }

      init() { EventCenter.attach(self) }

      deinit { MainThread.run { [self] in EventCenter.detach(self) } }

      func take(_ event: StateEvent) {
        if case .change(let change) = event.kind, change.field == "text" { changes += 1 }
      }
    }

    @Test func aStateThatGoesBeforeItWasReadLeavesNoSpan() async {
      let all = Trace(observingNewStores: true)
      await Self.sendAndLeave(all.tracer)
      #expect(all.spans.contains { $0.operationName == "NotesStore.save" })
    }

    /// Everything runs without a turn of the main actor, except the creation of the state.
    @concurrent
    private static func sendAndLeave(_ tracer: InMemoryTracer) async {
      let store = NotesStore { _ in }
      var state: NotesState? = await NotesState()
      if let state { await store.binding(state: state) }
      let sent: AnyTask = store.receive(action: .save)
      state = nil
      try? await sent.waitComplete()
    }

    @Test(arguments: [false, true])
    func ofActionsThatHaveBegunBeforeNothingIsReported(isInJournal: Bool) async {
      let (trace, gate) = (Trace(), gate)
      let store = Store(
        initialState: Errand.State(),
        feature: Errand { action in
          guard case .go = action else { return .none }
          return .run(name: "before") { _, send in
            try await gate.pass()
            send(.next)
          }
        }
      )
      let journal = Journal()
      if isInJournal { journal.record(store) }
      var sent: SentAction?
      trace.tracer.within("click") { sent = store.send(.go) }
      await gate.waitUntilStarted()
      trace.telemetry.observe(store)
      gate.open()
      await sent?.value
      #expect(trace.lines == ["click", "click / Errand.next"])
      #expect(trace.open.isEmpty)
    }

    @Test func theSpanOfWhatBeginsAwayFromTheMainActorAfterTheEndEnds() {
      let tracer = InMemoryTracer()
      let work = OpenWork(tracer)
      let store = SerialNumber.next()
      let action = ActionID(store: StoreID(number: store), number: 1)
      work.observeNewStores()
      work.endAll()
      // The same happens if it was in flight when the telemetry ended.
      work.begin(action, ReceivedAction(1, from: nil, by: .outside), of: Errand.self)
      #expect(tracer.activeSpans.isEmpty)
      #expect(work.kind(of: .action(action)) == nil)
    }

    @Test func theSpansOfWhatStillRunsEndWithTheTelemetry() async throws {
      let (trace, gate) = (Trace(), gate)
      let store = trace.store { _ in .run(name: "wait") { _ in try await gate.pass() } }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      #expect(
        try trace.metrics.expectMeter("state.effects.running", [("state.store", "Errand")])
          .lastValue
          == 1
      )
      trace.telemetry.end()
      #expect(trace.lines == ["Errand.go (unfinished)", "Errand.go / wait (unfinished)"])
      #expect(
        try trace.metrics.expectMeter("state.effects.running", [("state.store", "Errand")])
          .lastValue
          == 0
      )
      gate.open()
      await sent.value
      await store.send(.next).value
      #expect(trace.spans.count == 2)
      #expect(trace.open.isEmpty)
    }

    @Test func itEndsWhenItGoesAway() {
      var trace: Trace? = Trace()
      let (tracer, gate) = (trace!.tracer, gate)
      let store = trace!.store { _ in .run(name: "wait") { _ in try await gate.pass() } }
      store.send(.go)
      trace = nil
      #expect(tracer.finishedSpans.count == 2)
      #expect(tracer.activeSpans.isEmpty)
      gate.open()
    }

    @Test func itKeepsNoStore() async {
      let trace = Trace()
      var store: Store<Errand>? = trace.store { _ in .none }
      store?.send(.go)
      weak let released = store
      store = nil
      #expect(released == nil)
    }

    @Test func aLoggableActionIsDescribedOnItsSpanAlone() {
      let trace = Trace()
      let store = Store(initialState: Told.State(), feature: Told())
      trace.telemetry.observe(store)
      store.send(.open(7))
      store.send(.signIn("secret"))
      #expect(trace.spans.map { $0["state.action.description"] } == ["open(7)", nil])
      #expect(!"\(trace.spans)".contains("secret"))
      let dimensions = trace.metrics.counters.flatMap(\.dimensions)
      #expect(!dimensions.contains { $0.1.contains("7") || $0.1.contains("secret") })
    }

    @Test func thereMayBeMetricsAlone() async {
      let metrics = TestMetrics()
      let telemetry = Telemetry.start(
        metrics: metrics,
        tracer: nil,
        observingNewStores: false
      )
      let store = Store(
        initialState: Errand.State(),
        feature: Errand { _ in .run(name: "a") { _ in } }
      )
      telemetry.observe(store)
      await store.send(.go).value
      #expect(metrics.counterTotal(label: "state.effects") == 1)
      #expect(metrics.timers(label: "state.effect.duration").count == 1)
      telemetry.end()
    }

    @Test func thereMayBeSpansAlone() async {
      let tracer = InMemoryTracer()
      let telemetry = Telemetry.start(metrics: nil, tracer: tracer, observingNewStores: false)
      let store = Store(
        initialState: Errand.State(),
        feature: Errand { _ in .run(name: "a") { _ in } }
      )
      telemetry.observe(store)
      await store.send(.go).value
      #expect(tracer.finishedSpans.count == 2)
      telemetry.end()
    }

    @Test func eachOfTwoHasItsOwnSpans() async {
      let (first, second) = (Trace(), Trace())
      let store = first.store { action in
        guard case .go = action else { return .none }
        return .concatenate(
          .run(name: "fetch") { _, send in send(.next) },
          .run(id: "own", name: "keep") { (_: Errand.State) in }
        )
      }
      second.telemetry.observe(store)
      await store.send(.go).value
      let parent = "Errand.go / effect of Errand.go"
      let lines = [
        "Errand.go", parent, "\(parent) / fetch", "\(parent) / fetch / Errand.next",
        "\(parent) / keep",
      ]
      #expect(first.lines == lines)
      #expect(second.lines == lines)
    }
  }
}
#endif
