package import InMemoryTracing
package import Tracing

/// A tracer that keeps the spans of the app and its word service, and propagates traces over HTTP as W3C Trace Context.
package struct LexiconTracer: Tracer {
  private let spans: InMemoryTracer

  package init() {
    spans = InMemoryTracer(
      idGenerator: InMemoryTracer.IDGenerator(
        nextTraceID: { TraceParent.randomID(digits: 32) },
        nextSpanID: { TraceParent.randomID(digits: 16) }
      ),
      recordInjections: false,
      recordExtractions: false
    )
  }

  /// The ended spans.
  package var finishedSpans: [FinishedInMemorySpan] { spans.finishedSpans }

  package func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    spans.startSpan(
      operationName,
      context: context(),
      ofKind: kind,
      at: instant(),
      function: function,
      file: fileID,
      line: line
    )
  }

  package func forceFlush() {}

  package func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let span = context.inMemorySpanContext else { return }
    let parent = TraceParent(traceID: span.traceID, spanID: span.spanID)
    injector.inject(parent.text, forKey: TraceParent.header, into: &carrier)
  }

  package func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {
    guard let text = extractor.extract(key: TraceParent.header, from: carrier),
      let parent = TraceParent(text)
    else { return }
    context.inMemorySpanContext = InMemorySpanContext(
      traceID: parent.traceID,
      spanID: parent.spanID,
      parentSpanID: nil
    )
  }
}
