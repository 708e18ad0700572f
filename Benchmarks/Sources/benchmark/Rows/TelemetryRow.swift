import Figures
import Metrics
import StateTelemetry
import Tracing
import ViewFeature

/// The cost of the actions of observed stores, with backends that do nothing.
enum TelemetryRow: Row {
  static let name = "telemetry"

  static func figures(rounds: Int) async -> [Figure] {
    let metrics = NOOPMetricsHandler.instance
    return await sends("with metrics and spans", start(metrics, NoOpTracer()), rounds: rounds)
      + sends("with metrics", start(metrics, nil), rounds: rounds)
      + sends("with spans", start(nil, NoOpTracer()), rounds: rounds)
      + effects(start(metrics, NoOpTracer()), rounds: rounds)
  }

  private static func start(
    _ metrics: (any MetricsFactory)?,
    _ tracer: (any Tracer)?
  ) -> Telemetry {
    Telemetry.start(metrics: metrics, tracer: tracer, observingNewStores: false)
  }

  private static func sends(
    _ what: String,
    _ telemetry: Telemetry,
    rounds: Int
  ) async -> [Figure] {
    let (plain, observed) = (CounterFeature.makeStore(), CounterFeature.makeStore())
    telemetry.observe(observed)
    let send = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { observed.send(.increment) } },
      limit: { for _ in 0..<$0 { plain.send(.increment) } }
    )
    telemetry.end()
    return [Figure(row: name, "send, \(what)", nanoseconds: send.operation)]
  }

  private static func effects(_ telemetry: Telemetry, rounds: Int) async -> [Figure] {
    let (plain, observed) = (CounterFeature.makeStore(), CounterFeature.makeStore())
    telemetry.observe(observed)
    let effect = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { await observed.send(.incrementLater).value } },
      limit: { for _ in 0..<$0 { await plain.send(.incrementLater).value } }
    )
    telemetry.end()
    return [
      Figure(row: name, "effect, with metrics and spans", nanoseconds: effect.operation),
      Figure(row: name, "effect of a store that nobody observes", nanoseconds: effect.limit),
    ]
  }
}
