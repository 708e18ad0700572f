#if Telemetry
import Testing

/// The suites of this target, one after the other: a telemetry of all new stores would observe those of other tests, and give
/// their code its context.
@Suite(.serialized) enum OneByOne {}
#endif
