#if Telemetry
import Tracing

/// The time of events as tracers have it.
///
/// Both clocks are read together once in a while: the times of spans that belong together have one origin.
struct SpanTime: Sendable {
  private var origin = ContinuousClock.now
  private var nanoseconds = DefaultTracerClock.now.nanosecondsSinceEpoch

  subscript(time: ContinuousClock.Instant) -> DefaultTracerClock.Timestamp {
    let passed = origin.duration(to: time).components
    let difference = passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
    return DefaultTracerClock.Timestamp(
      nanosecondsSinceEpoch: UInt64(max(0, Int64(nanoseconds) + difference))
    )
  }
}
#endif
