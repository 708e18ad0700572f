import Foundation
import InMemoryTracing
import LexiconCore
import Testing
import Tracing
import WordService

@testable import LexiconTrace

/// Uses the real service over a real connection.
@Suite(.serialized) struct LexiconTracerTests {
  /// The process-wide tracer, which can be installed only once.
  private static let tracer: LexiconTracer = {
    let tracer = LexiconTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  private let name = UUID().uuidString

  /// Returns the spans below one that the test opens around a request.
  private func spans(
    _ faults: FaultPlan = .none,
    _ body: (HTTPWordProvider) async throws -> Void
  ) async throws -> [FinishedInMemorySpan] {
    var configuration = WordServer.Configuration()
    configuration.faults = faults
    let server = WordServer(configuration: configuration)
    let url = try await server.start()
    let root = Self.tracer.startSpan(name)
    await ServiceContext.withValue(root.context) {
      _ = try? await body(HTTPWordProvider(timeout: 60) { url })
    }
    root.end()
    await server.stop()
    return Self.tracer.finishedSpans.filter { $0.traceID == root.traceID }
      .sorted { $0.startInstant.nanosecondsSinceEpoch < $1.startInstant.nanosecondsSinceEpoch }
  }

  @Test func theServiceGoesOnWithTheTraceOfARequest() async throws {
    let spans = try await spans { _ = try await $0.words(matching: "hous", limit: 3) }
    #expect(spans.map(\.operationName) == [name, "GET", "GET /search", "library /search"])
    #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.spanID == $1.parentSpanID })
    #expect(spans[2].kind == .server)
    let lines = String(decoding: try Self.tracer.lines, as: UTF8.self)
    #expect(lines.contains(#""name":"GET /search""#))
    #expect(!lines.contains("hous"))
  }

  @Test func aFailedRequestIsAnError() async throws {
    let spans = try await spans(FaultPlan(every: 1)) { _ = try await $0.entry(of: "house") }
    let server = try #require(spans.first { $0.kind == .server })
    #expect(server.operationName == "GET /words/{word}")
    #expect(server.status?.code == .error)
    #expect(spans.first { $0.kind == .client }?.status?.code == .error)
    let lines = String(decoding: try Self.tracer.lines, as: UTF8.self)
    #expect(lines.contains(#""error.type":"WordProviderError""#))
    #expect(!lines.contains("house"))
  }
}
