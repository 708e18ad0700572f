#if Telemetry
import Testing

/// The suites of this target, one after the other: what observes all new stores observes those of other tests.
@Suite enum OneByOne {}
#endif
