#if Telemetry
import MetricsTestKit
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import StateTelemetry

extension OneByOne {
  @MainActor
  @Suite(.timeLimit(.minutes(20))) struct TelemetryMetricsTests {
    private let trace = Trace()
    private let gate = Gate()

    private let go = [("state.store", "Errand"), ("state.action", "go")]

    @Test func actionsAndEffectsAreCountedByTheirKind() async throws {
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .merge(.run(name: "a") { _ in }, .run { _ in })
      }
      for _ in 0..<3 { await store.send(.go).value }
      store.send(.type("secret"))
      #expect(try trace.metrics.expectCounter("state.actions", go).totalValue == 3)
      #expect(trace.count("state.actions") == 4)
      for name in ["a", "unnamed"] {
        let dimensions = go + [("state.effect", name)]
        #expect(try trace.metrics.expectCounter("state.effects", dimensions).totalValue == 3)
        #expect(
          try trace.metrics.expectTimer("state.effect.duration", dimensions).values.count == 3
        )
      }
      #expect(try trace.metrics.expectTimer("state.action.duration", go).values.count == 3)
      #expect(try trace.metrics.expectTimer("state.action.handler.duration", go).values.count == 3)
      #expect(!"\(trace.metrics.counters.map(\.dimensions))".contains("secret"))
    }

    @Test func theDurationOfAnActionIsThatOfAllThatItStarts() async throws {
      let gate = gate
      let store = trace.store { _ in .run(name: "a") { _ in try await gate.pass() } }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      #expect(trace.metrics.timers(label: "state.action.duration").isEmpty)
      #expect(trace.metrics.timers(label: "state.action.handler.duration").count == 1)
      gate.open()
      await sent.value
      let handler = try trace.metrics.expectTimer("state.action.handler.duration", go).values[0]
      let effect = try #require(trace.metrics.timers(label: "state.effect.duration").first).values[
        0
      ]
      let action = try trace.metrics.expectTimer("state.action.duration", go).values[0]
      #expect(handler > 0 && handler <= action && effect <= action)
    }

    @Test func errorsCancelsAndDropsAreCountedApart() async throws {
      let gate = gate
      let store = trace.store { action in
        switch action {
        case .go: .run(id: "load", name: "load") { _ in try await gate.pass() }
        case .next: .run(name: "fail") { _ in throw Refusal(reason: "") }.catch { _, _ in }
        case .type: throw Refusal(reason: "")
        case .helped:
          .run(name: "load") { _ in }.execution(.dropWhileRunning, id: "load")
        }
      }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      await store.send(.next).value
      await store.send(.helped).value
      store.send(.type(""))
      sent.cancel()
      await sent.value
      #expect(trace.count("state.effects.failed", "Refusal") == 1)
      #expect(trace.count("state.actions.failed", "Refusal") == 1)
      #expect(trace.count("state.effects.cancelled", "load") == 1)
      #expect(trace.count("state.effects.dropped", "policy") == 1)
      #expect(trace.count("state.effects") == 2)
    }

    @Test func theGaugeTellsHowManyEffectsRun() async throws {
      let gate = gate
      let store = trace.store { _ in
        .merge(
          .run(name: "a") { _ in try await gate.pass() },
          .run(name: "b") { _ in try await gate.pass() }.retry(.never)
        )
      }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      gate.open()
      await sent.value
      let meter = try trace.metrics.expectMeter(
        "state.effects.running",
        [("state.store", "Errand")]
      )
      #expect(meter.values == [1, 2, 1, 0])
    }

    @Test func oneMetricAlwaysHasTheSameDimensions() async {
      let store = trace.store { action in
        switch action {
        case .go: .run(name: "a") { _ in throw Refusal(reason: "") }.catch { _, _ in }
        case .next: .run { _ in }
        default: throw Refusal(reason: "")
        }
      }
      for action in [Errand.Action.go, .next, .helped] { await store.send(action).value }
      let names = Dictionary(grouping: trace.metrics.counters, by: \.label)
        .mapValues { Set($0.map { $0.dimensions.map(\.0) }) }
      #expect(names.values.allSatisfy { $0.count == 1 })
      #expect(names.count == 4)
    }

    @Test func namesThatAreMadeOfValuesDoNotMakeMoreAndMoreMetrics() async {
      var last = 0
      let store = trace.store { _ in
        last += 1
        return .run(name: "page \(last)") { _ in }
      }
      for _ in 0..<1_100 { await store.send(.go).value }
      let counters = trace.metrics.counters(label: "state.effects")
      #expect(counters.count == 1_000)
      #expect(trace.count("state.effects", "other") == 101)
      #expect(trace.count("state.effects") == 1_100)
    }
  }
}
#endif
