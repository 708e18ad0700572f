#if Telemetry
public import Metrics
import StateCore
public import Tracing

/// A reporter of store activity as metrics and spans, active until it ends.
///
/// ```swift
/// let telemetry = Telemetry.start()
/// ```
///
/// Each action is a span, and so is each of its effects. A span is a child of the action or effect that sent or started
/// it, even in another store. While their code runs, `ServiceContext.current` contains their span. Reports contain the
/// names of types, action cases, and effects, but no values, except those of a `LoggableAction` on its span.
///
/// A telemetry doesn't retain stores, and ends when it is deallocated.
@MainActor
public final class Telemetry {
  let observer: TelemetryObserver

  private init(_ observer: TelemetryObserver) {
    self.observer = observer
  }

  /// Starts reporting.
  ///
  /// - Parameters:
  ///   - metrics: The factory for metrics. Without it, no metrics are reported.
  ///   - tracer: The tracer for spans. Without it, no spans are reported.
  ///   - observingNewStores: Whether to observe all stores created from now on in the whole process.
  /// - Returns: The telemetry. Keep it while reports are needed.
  public static func start(
    metrics: (any MetricsFactory)? = MetricsSystem.factory,
    tracer: (any Tracer)? = InstrumentationSystem.tracer,
    observingNewStores: Bool = true
  ) -> Telemetry {
    Telemetry(
      TelemetryObserver(
        metrics.map { TelemetryMetrics($0) },
        OpenWork(tracer),
        followsNewStores: observingNewStores
      )
    )
  }

  /// Ends the reports.
  ///
  /// The spans of running work end now.
  public func end() { observer.end() }

  deinit {
    MainThread.run { [observer] in observer.end() }
  }
}
#endif
