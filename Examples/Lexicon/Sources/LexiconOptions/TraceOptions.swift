import ArgumentParser
import Foundation
import LexiconTrace
import StateTelemetry
import Tracing

/// The option that writes spans of what happens.
package struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the spans of what happens, up to the end, in a file.",
      valueName: "file"
    )
  )
  var trace: String?

  package init() {}

  /// Begins to make spans of all stores that are made from now on, and of requests, if that is wanted.
  @MainActor
  package func start() -> TraceRecording? {
    guard let trace else { return nil }
    let tracer = LexiconTracer()
    InstrumentationSystem.bootstrap(tracer)
    return TraceRecording(
      file: trace,
      tracer: tracer,
      telemetry: StateTelemetry.start(metrics: nil, tracer: tracer)
    )
  }
}

/// The spans that are made for a file.
@MainActor
package struct TraceRecording {
  let file: String
  let tracer: LexiconTracer
  let telemetry: StateTelemetry

  /// Ends the spans, and writes them to the file.
  package func write() throws(SessionFailure) {
    telemetry.end()
    do {
      try tracer.lines.write(to: URL(fileURLWithPath: file))
    } catch {
      throw .notWritten(file, error.localizedDescription)
    }
  }
}
