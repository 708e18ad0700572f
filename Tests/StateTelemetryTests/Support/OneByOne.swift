#if Telemetry
import Testing

/// The suites of this target, run serially: a telemetry of all new stores would also observe those of other tests, and
/// give their code its context.
@Suite(.serialized) enum OneByOne {}
#endif
