public protocol TracerInstant: Comparable, Hashable, Sendable {
  var nanosecondsSinceEpoch: UInt64 { get }
}

public struct DefaultTracerClock {
  public struct Timestamp: TracerInstant {
    public let nanosecondsSinceEpoch: UInt64

    public init(nanosecondsSinceEpoch: UInt64) { fatalError() }

    public static func < (first: Timestamp, second: Timestamp) -> Bool { fatalError() }
  }

  public static var now: Timestamp { fatalError() }
}

public enum SpanKind: Hashable, Sendable {
  case server
  case client
  case producer
  case consumer
  case `internal`
}

public protocol Tracer: Sendable {
  associatedtype Span: Tracing.Span

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> Span
}

extension Tracer {
  public func startSpan(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
    ofKind kind: SpanKind = .internal,
    at instant: @autoclosure () -> some TracerInstant = DefaultTracerClock.now,
    function: String = #function,
    file fileID: String = #fileID,
    line: UInt = #line
  ) -> Span {
    fatalError()
  }
}

public enum InstrumentationSystem {
  public static var tracer: any Tracer { fatalError() }
}
