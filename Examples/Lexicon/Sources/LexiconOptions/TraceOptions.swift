import ArgumentParser
import Foundation
import LexiconTrace
import StateTelemetry
import Tracing

/// The option that writes spans to a file.
package struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the spans to this file when the app ends, as one line of JSON each.",
      valueName: "file"
    )
  )
  var trace: String?

  package init() {}

  /// Starts tracing requests and all stores created from now on, if the option is set.
  @MainActor
  package func start() -> TraceRecording? {
    guard let trace else { return nil }
    let tracer = LexiconTracer()
    InstrumentationSystem.bootstrap(tracer)
    return TraceRecording(
      file: trace,
      tracer: tracer,
      telemetry: Telemetry.start(metrics: nil, tracer: tracer)
    )
  }
}

/// The spans recorded for a file.
@MainActor
package struct TraceRecording {
  let file: String
  let tracer: LexiconTracer
  let telemetry: Telemetry

  /// Stops recording, and writes the spans to the file.
  package func write() throws(SessionFailure) {
    telemetry.end()
    do {
      try tracer.lines.write(to: URL(fileURLWithPath: file))
    } catch {
      throw .notWritten(file, error.localizedDescription)
    }
  }
}
