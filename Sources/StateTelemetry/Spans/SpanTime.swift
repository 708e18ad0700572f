#if Telemetry
import Tracing

/// A conversion from event times to tracer times.
///
/// It occasionally reads both clocks together, so that the times of related spans have the same origin.
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
