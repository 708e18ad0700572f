#if Telemetry
import Metrics
import StateCore

/// The metrics of all outboxes, created on first use.
@MainActor
final class OutboxMetrics {
  private struct Kind: Hashable {
    let change: String
    let outcome: String
  }

  private let factory: any MetricsFactory
  private var attempts: [Kind: Counter] = [:]
  private var durations: [String: Metrics.Timer] = [:]
  private lazy var pending = meter("pending")
  private lazy var failed = meter("failed")
  private lazy var oldest = meter("oldest")
  private var isUsed = false

  init(_ factory: any MetricsFactory) {
    self.factory = factory
  }

  /// Counts an attempt that has ended.
  func count(_ change: String, _ outcome: String, lasting duration: Duration) {
    let kind = Kind(change: change, outcome: outcome)
    let counter =
      attempts[kind]
      ?? Counter(
        label: "state.outbox.attempts",
        dimensions: [("state.change", change), ("state.outcome", outcome)],
        factory: factory
      )
    attempts[kind] = counter
    counter.increment()
    let timer =
      durations[change]
      ?? Timer(
        label: "state.outbox.attempt.duration",
        dimensions: [("state.change", change)],
        factory: factory
      )
    durations[change] = timer
    timer.record(lasting: duration)
  }

  /// Notes the numbers of changes, and the age of the oldest one.
  func update() {
    isUsed = true
    let outboxes = ListedOutboxes.all.map(\.outbox)
    pending.set(outboxes.reduce(0) { $0 + $1.counts.pending })
    failed.set(outboxes.reduce(0) { $0 + $1.counts.failed })
    oldest.set((outboxes.compactMap(\.oldestAge).max() ?? .zero) / .seconds(1))
  }

  /// Resets the meters, because nothing updates them afterwards.
  func end() {
    if isUsed { for meter in [pending, failed, oldest] { meter.set(0) } }
  }

  private func meter(_ name: String) -> Meter {
    Meter(label: "state.outbox.\(name)", factory: factory)
  }
}
#endif
