#if Telemetry
import InMemoryTracing
import StateCore
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import Tracing

@testable import FeatureStore
@testable import StateTelemetry

extension EventCause {
  fileprivate var effect: EffectID? { if case .effect(let id, _) = self { id } else { nil } }
}

extension OneByOne {
  /// Random programs of effects of all kinds that are cancelled, replaced, and dropped.
  ///
  /// Each span ends once, and has the parent that its event names.
  @MainActor
  @Suite(.timeLimit(.minutes(20)))
  struct SpansRandomTests {
    /// A sink that keeps a store's events, with which the spans are compared.
    @MainActor
    private final class Sink: EventSink {
      let store: StoreID
      var actions: [ActionID: ReceivedAction] = [:]
      var effects: [EffectID: EffectStart] = [:]
      var cancelled: Set<EffectID> = []

      nonisolated var takesValues: Bool { false }

      init(_ store: StoreID) {
        self.store = store
        EventCenter.attach(self)
      }

      func take(_ event: StateEvent) {
        guard event.store == store else { return }
        switch event.kind {
        case .actionReceived(let id, let received): actions[id] = received
        case .effect(let id, .waiting(let start)), .effect(let id, .started(let start)),
          .effect(let id, .dropped(let start)):
          effects[id] = start
        case .effect(let id, .cancelled): cancelled.insert(id)
        default: break
        }
      }
    }

    @MainActor
    private final class Program {
      let trace = Trace()
      let clock = TestClock()
      private var random: SeededGenerator
      private var gates: [Gate] = []
      private var sent: [SentAction] = []
      private var number = 0
      private var store: Store<Errand>?
      private let sink: Sink
      private var left = 30

      init(seed: Int) {
        random = SeededGenerator(seed: seed)
        let make = Maker()
        let store = trace.store(clock: clock) { _ in make.effect?() ?? .none }
        self.store = store
        sink = Sink(store.id)
        make.effect = { [unowned self] in effect(depth: 3) }
      }

      @MainActor
      private final class Maker {
        var effect: (@MainActor () -> Errand.Task)?
      }

      func run() async -> Sink {
        for _ in 0..<30 { await step() }
        let isReleased = chance(3)
        if isReleased { store = nil }
        for gate in gates { gate.open() }
        store?.cancelAllTasks()
        await clock.run()
        for action in sent { await action.value }
        for gate in gates { gate.open() }
        EventCenter.detach(sink)
        return sink
      }

      private func step() async {
        switch below(8) {
        case 0: gates.randomElement(using: &random)?.open()
        case 1: sent.randomElement(using: &random)?.cancel()
        case 2: store?.cancelTask(id: below(3))
        case 3: await clock.advance(by: .milliseconds(below(800)))
        default: if let store { sent.append(store.send(chance(2) ? .go : .next)) }
        }
        for _ in 0..<below(4) { await Task.yield() }
      }

      private func effect(depth: Int) -> Errand.Task {
        if depth == 0 { return leaf() }
        switch below(11) {
        case 0: return .merge((0..<below(3)).map { _ in effect(depth: depth - 1) })
        case 1: return .concatenate((0..<below(4)).map { _ in effect(depth: depth - 1) })
        case 2: return effect(depth: depth - 1).retry(.immediate(maxAttempts: 2))
        case 3: return effect(depth: depth - 1).timeout(.milliseconds(below(500)))
        case 4: return effect(depth: depth - 1).delay(for: .milliseconds(below(500)))
        case 5: return leaf().debounce(id: below(3), for: .milliseconds(300))
        case 6: return leaf().execution(.dropWhileRunning, id: below(3))
        case 7: return leaf().queued(id: below(3))
        case 8: return leaf().cancellable(id: below(3), cancelInFlight: chance(2))
        case 9: return effect(depth: depth - 1).catch { _, _ in }
        default: return leaf()
        }
      }

      private func leaf() -> Errand.Task {
        number += 1
        let name = chance(4) ? nil : "effect \(number)"
        let gate = Gate()
        if chance(2) { gate.open() }
        gates.append(gate)
        let (fails, isStubborn) = (chance(4), chance(3))
        let sends = left > 0 && chance(3)
        if sends { left -= 1 }
        return .run(name: name) { _, send in
          if isStubborn { await gate.passStubbornly() } else { try await gate.pass() }
          if sends { send(.helped) }
          if fails { throw Refusal(reason: "") }
        }
      }

      private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
      private func chance(_ count: Int) -> Bool { below(count) == 0 }
    }

    @Test(arguments: Array(seedsOnOneThread(0..<200)))
    func eachSpanEndsOnceBelowItsCause(seed: Int) async {
      let program = Program(seed: seed)
      let sink = await program.run()
      let (spans, events) = (program.trace.spans, sink)
      #expect(program.trace.open.isEmpty)
      #expect(spans.count == events.actions.count + events.effects.count)
      #expect(Set(spans.map(\.spanID)).count == spans.count)
      let names = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0) })
      // No span ends before it begins, or begins before its cause.
      for span in spans {
        #expect(span.startInstant.nanosecondsSinceEpoch <= span.endInstant.nanosecondsSinceEpoch)
        guard let parent = span.parentSpanID else { continue }
        let above = names[parent]
        #expect(above != nil)
        #expect(
          above?.startInstant.nanosecondsSinceEpoch ?? .max
            <= span.startInstant.nanosecondsSinceEpoch
        )
      }
      let roots = events.actions.values.filter { $0.cause == .outside }.count
      #expect(spans.filter { $0.parentSpanID == nil }.count == roots)
      #expect(spans.filter { $0["state.cancelled"] != nil }.count == events.cancelled.count)
      let effects = spans.filter { $0["state.effect"] != nil }
      #expect(
        effects.allSatisfy { names[$0.parentSpanID ?? ""]?["state.action"] == $0["state.action"] }
      )
      // An action is a child of the effect that sent it.
      let below = spans.filter { $0["state.effect"] == nil && $0.parentSpanID != nil }
      let senders = events.actions.values.compactMap(\.cause.effect)
      #expect(
        below.compactMap { names[$0.parentSpanID ?? ""]?["state.effect"] }.sorted()
          == senders.map { events.effects[$0]?.name ?? "unnamed" }.sorted()
      )
    }
  }
}
#endif
