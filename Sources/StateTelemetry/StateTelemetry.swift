#if Telemetry
public import Metrics
import StateCore
public import Tracing

/// Reports what stores do as metrics and as spans, until it ends.
///
/// ```swift
/// let telemetry = StateTelemetry.start()
/// ```
///
/// An action is a span, and so is each of its effects. A span is a child of the action or the effect that has sent or
/// started it, also in another store; while their code runs, `ServiceContext.current` has their span. The names of
/// types, of the cases of actions and of effects are told, and no values, but those of a `LoggableAction` on its span.
///
/// It keeps no store, and ends when it goes away.
@MainActor
public final class StateTelemetry {
  let observer: TelemetryObserver

  private init(_ observer: TelemetryObserver) {
    self.observer = observer
  }

  /// Begins to report.
  ///
  /// - Parameters:
  ///   - metrics: Makes the metrics; without it there are none.
  ///   - tracer: Makes the spans; without it there are none.
  ///   - observingNewStores: Whether all stores are observed that are made from now on, in all of the process.
  /// - Returns: What is to be kept for as long as there are reports.
  public static func start(
    metrics: (any MetricsFactory)? = MetricsSystem.factory,
    tracer: (any Tracer)? = InstrumentationSystem.tracer,
    observingNewStores: Bool = true
  ) -> StateTelemetry {
    StateTelemetry(
      TelemetryObserver(
        metrics.map { TelemetryMetrics($0) },
        OpenWork(tracer),
        followsNewStores: observingNewStores
      )
    )
  }

  /// Ends the reports; the spans of what still runs end now.
  public func end() { observer.end() }

  deinit {
    MainThread.run { [observer] in observer.end() }
  }
}
#endif
