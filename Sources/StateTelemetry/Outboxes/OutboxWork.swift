#if Telemetry
import Foundation
import StateCore
import StateRecord
import Tracing

/// The attempts of outboxes that have begun but not ended, with their spans.
@MainActor
final class OutboxWork {
  private struct Attempt {
    let start: ContinuousClock.Instant
    let span: (any Span)?
  }

  /// The number of changes above which the contexts of all are forgotten.
  private static let most = 4_096

  private let metrics: OutboxMetrics?
  private let work: OpenWork
  private var attempts: [UUID: Attempt] = [:]
  /// The contexts of the code that has enqueued the changes.
  private var contexts: [UUID: ServiceContext] = [:]
  private var time = SpanTime()

  init(_ metrics: OutboxMetrics?, _ work: OpenWork) {
    self.metrics = metrics
    self.work = work
  }

  /// The number of attempts and contexts that are kept.
  var count: Int { attempts.count + contexts.count }

  func take(_ event: OutboxEvent) {
    let key = event.id.key
    switch event.step {
    case .enqueued:
      if contexts.count >= Self.most { contexts = [:] }
      contexts[key] = work.context(of: event.cause)
    case .started: begin(event.id)
    case .applied: end(event, "applied")
    case .waits: end(event, "waits")
    case .failed(let state, _, _): end(event, state)
    case .cancelled: end(event, "cancelled")
    case .removed: end(event, "replaced")
    case .merged, .unstored: break
    }
    switch event.step {
    case .applied, .removed, .unstored: contexts[key] = nil
    case .enqueued, .merged, .started, .waits, .failed, .cancelled: break
    }
    metrics?.update()
  }

  /// Ends all spans.
  func end() {
    for attempt in attempts.values.sorted(by: { $0.start > $1.start }) {
      attempt.span?.updateAttributes { $0["state.unfinished"] = true }
      attempt.span?.end(at: time[.now])
    }
    attempts = [:]
    contexts = [:]
    metrics?.end()
  }

  private func begin(_ id: OutboxEvent.ID) {
    // While nothing runs, drift between the clocks goes unnoticed, so read both clocks again.
    if attempts.isEmpty { time = SpanTime() }
    let start = ContinuousClock.now
    let span = work.tracer?.startSpan(
      "send \(id.name)",
      context: contexts[id.key] ?? .topLevel,
      ofKind: .client,
      at: time[start]
    )
    span?.updateAttributes { attributes in
      attributes["state.change"] = id.name
      attributes["state.attempt"] = id.attempt
    }
    attempts[id.key] = Attempt(start: start, span: span)
  }

  private func end(_ event: OutboxEvent, _ outcome: String) {
    // A change can fail without an attempt.
    guard let attempt = attempts.removeValue(forKey: event.id.key) else { return }
    let now = ContinuousClock.now
    metrics?.count(event.id.name, outcome, lasting: attempt.start.duration(to: now))
    guard let span = attempt.span else { return }
    let error = event.error?.typeName
    span.updateAttributes { attributes in
      attributes["state.outcome"] = outcome
      attributes["error.type"] = error
    }
    if error != nil { span.setStatus(SpanStatus(code: .error)) }
    span.end(at: time[now])
  }
}
#endif
