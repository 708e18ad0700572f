package import Foundation
import InMemoryTracing
import Tracing

/// A span as a line of a file, with the field names of OpenTelemetry's JSON.
struct SpanLine: Encodable {
  let traceId: String
  let spanId: String
  let parentSpanId: String?
  let name: String
  let kind: String
  let startTimeUnixNano: UInt64
  let endTimeUnixNano: UInt64
  let status: String?
  let attributes: [String: String]

  init(_ span: FinishedInMemorySpan) {
    traceId = span.traceID
    spanId = span.spanID
    parentSpanId = span.parentSpanID
    name = span.operationName
    kind = "\(span.kind)"
    startTimeUnixNano = span.startInstant.nanosecondsSinceEpoch
    endTimeUnixNano = span.endInstant.nanosecondsSinceEpoch
    status = span.status.map { "\($0.code)" }
    var attributes: [String: String] = [:]
    func keep(_ name: String, _ attribute: SpanAttribute) {
      switch attribute {
      case .string(let text): attributes[name] = text
      case .int32(let number): attributes[name] = "\(number)"
      case .int64(let number): attributes[name] = "\(number)"
      case .bool(let value): attributes[name] = "\(value)"
      default: break
      }
    }
    span.attributes.forEach(keep)
    // Only the type of an error, because its description contains values.
    for error in span.errors { attributes["error.type"] = "\(type(of: error.error))" }
    self.attributes = attributes
  }
}

extension LexiconTracer {
  /// The ended spans as lines of JSON, in the order of their start.
  package var lines: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let spans = finishedSpans.sorted {
        $0.startInstant.nanosecondsSinceEpoch < $1.startInstant.nanosecondsSinceEpoch
      }
      return try spans.reduce(into: Data()) { data, span in
        data += try encoder.encode(SpanLine(span)) + Data("\n".utf8)
      }
    }
  }
}
