#if Telemetry
import InMemoryTracing
import MetricsTestKit
import StateCore
import StateRecord
import StateTelemetry
import Tracing
import ViewFeature

/// Telemetry with backends that keep their input.
@MainActor
final class Trace {
  let tracer = InMemoryTracer()
  let metrics = TestMetrics()
  private(set) var telemetry: Telemetry

  init(observingNewStores: Bool = false) {
    telemetry = Telemetry.start(
      metrics: metrics,
      tracer: tracer,
      observingNewStores: observingNewStores
    )
  }

  /// Creates an observed store.
  func store(
    clock: any Clock<Duration> = ContinuousClock(),
    helper: @escaping @MainActor (Helper) -> Helper.Task = { _ in .none },
    _ effect: @escaping @MainActor (Errand.Action) throws -> Errand.Task
  ) -> Store<Errand> {
    let store = Store(
      initialState: Errand.State(),
      feature: Errand(helper: helper, effect),
      clock: clock
    )
    telemetry.observe(store)
    return store
  }

  /// The ended spans in the order of their start.
  var spans: [FinishedInMemorySpan] {
    EventCenter.flush()
    return tracer.finishedSpans.sorted { Self.number($0.spanID) < Self.number($1.spanID) }
  }

  /// The names of the spans that haven't ended.
  var open: [String] {
    EventCenter.flush()
    return tracer.activeSpans.sorted { Self.number($0.spanID) < Self.number($1.spanID) }
      .map(\.operationName)
  }

  /// A line for each ended span: its name, prefixed by those of its parents, and its outcome.
  var lines: [String] {
    let all = spans
    return all.map { span in
      var path = [span.operationName]
      var next = span
      while let parent = all.first(where: { $0.spanID == next.parentSpanID }) {
        path.insert(parent.operationName, at: 0)
        next = parent
      }
      if next.parentSpanID != nil { path.insert("?", at: 0) }
      return path.joined(separator: " / ") + Self.end(of: span)
    }
  }

  private static func end(of span: FinishedInMemorySpan) -> String {
    var words: [String] = []
    if let reason = span["state.dropped"] { words.append("dropped: \(reason)") }
    if span["state.cancelled"] != nil { words.append("cancelled") }
    if span["state.unfinished"] != nil { words.append("unfinished") }
    if let error = span["error.type"] { words.append("error: \(error)") }
    if span.status?.code == .error, span["error.type"] == nil { words.append("error") }
    if span.status == nil, span["error.type"] != nil { words.append("without status") }
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }

  private static func number(_ id: String) -> Int { Int(id.dropFirst("span-".count)) ?? 0 }

  /// Returns the sum of a counter over all its dimensions, or over those with a value.
  func count(_ label: String, _ value: String? = nil) -> Int64 {
    metrics.counters(label: label)
      .filter { counter in
        value.map { text in counter.dimensions.contains { $0.1 == text } } ?? true
      }
      .reduce(0) { $0 + $1.totalValue }
  }
}

extension InMemoryTracer {
  /// Creates a span without duration.
  func mark(_ name: String) { startSpan(name).end() }

  /// Creates a span around other code.
  func within(_ name: String, _ body: () -> Void) {
    let span = startSpan(name)
    ServiceContext.withValue(span.context) { body() }
    span.end()
  }
}

extension FinishedInMemorySpan {
  /// Returns an attribute as text.
  subscript(name: String) -> String? {
    attributes[name].map { attribute in
      switch attribute.toSpanAttribute() {
      case .string(let text): text
      case .bool(let value): "\(value)"
      case .int64(let value): "\(value)"
      default: "?"
      }
    }
  }
}
#endif
