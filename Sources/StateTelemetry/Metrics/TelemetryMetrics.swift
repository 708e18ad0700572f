#if Telemetry
import Metrics
import StateCore
import StateRecord

/// The metrics of stores, created on first use.
@MainActor
final class TelemetryMetrics {
  /// The number of kinds above which further ones are combined, in case effect names contain values.
  private static let maximum = 1_000

  private let factory: any MetricsFactory
  private var kinds: [WorkKind: KindMetrics] = [:]
  private var running: [String: RunningEffects] = [:]

  let outboxes: OutboxMetrics

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    outboxes = OutboxMetrics(factory)
  }

  subscript(kind: WorkKind) -> KindMetrics {
    if let known = kinds[kind] { return known }
    var kind = kind
    if kinds.count >= Self.maximum {
      kind = WorkKind(store: "other", action: "other", effect: kind.effect.map { _ in "other" })
    }
    if let other = kinds[kind] { return other }
    let new = KindMetrics(kind, factory)
    kinds[kind] = new
    return new
  }

  /// Updates the number of running effects of a store.
  func changeRunning(of store: String, by change: Int) {
    running[store, default: RunningEffects(store, factory)].change(by: change)
  }

  /// Resets the counts of running work, because nothing updates them afterwards.
  func end() {
    for store in running.keys { running[store]?.reset() }
  }
}

/// The metrics of a kind of action or effect.
///
/// A metric always has the same dimensions, because some backends require that.
@MainActor
final class KindMetrics {
  private let isEffect: Bool
  private let dimensions: [(String, String)]
  private let factory: any MetricsFactory
  private lazy var count = counter("")
  private lazy var cancelled = counter(".cancelled")
  private lazy var duration = timer("duration")
  private lazy var handler = timer("handler.duration")
  private var dropped: [String: Counter] = [:]
  private var failed: [String: Counter] = [:]

  init(_ kind: WorkKind, _ factory: any MetricsFactory) {
    isEffect = kind.effect != nil
    dimensions =
      [("state.store", kind.store), ("state.action", kind.action)]
      + (kind.effect.map { [("state.effect", $0)] } ?? [])
    self.factory = factory
  }

  func begin() { count.increment() }

  func cancel() { cancelled.increment() }

  func recordHandler(_ time: Duration) { handler.record(lasting: time) }

  func recordEnd(_ time: Duration) { duration.record(lasting: time) }

  func drop(_ reason: StateEvent.DropReason) {
    count(reason.kind, "state.reason", ".dropped", in: &dropped)
  }

  func fail(_ error: String) {
    count(error, "error.type", ".failed", in: &failed)
  }

  private func count(
    _ value: String,
    _ dimension: String,
    _ suffix: String,
    in counters: inout [String: Counter]
  ) {
    let counter = counters[value] ?? counter(suffix, [(dimension, value)])
    counters[value] = counter
    counter.increment()
  }

  private func counter(_ suffix: String, _ more: [(String, String)] = []) -> Counter {
    Counter(
      label: (isEffect ? "state.effects" : "state.actions") + suffix,
      dimensions: dimensions + more,
      factory: factory
    )
  }

  private func timer(_ suffix: String) -> Metrics.Timer {
    Timer(
      label: (isEffect ? "state.effect." : "state.action.") + suffix,
      dimensions: dimensions,
      factory: factory
    )
  }
}

/// The number of running effects of a type of store.
@MainActor
private struct RunningEffects {
  private let meter: Meter
  private var count = 0

  init(_ store: String, _ factory: any MetricsFactory) {
    meter = Meter(
      label: "state.effects.running",
      dimensions: [("state.store", store)],
      factory: factory
    )
  }

  mutating func change(by change: Int) {
    count += change
    meter.set(count)
  }

  mutating func reset() { change(by: -count) }
}

extension Metrics.Timer {
  func record(lasting duration: Duration) {
    let (seconds, attoseconds) = duration.components
    recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
#endif
