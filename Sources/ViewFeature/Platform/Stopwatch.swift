#if canImport(Dispatch) && !STATE_NO_DISPATCH
import Dispatch

/// Measures how long an action takes.
struct Stopwatch {
  private let start = DispatchTime.now()

  var seconds: Double {
    // The arithmetic of `Duration` would take several times as long as the reading of the clock.
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
  }
}
#else
/// Measures how long an action takes.
struct Stopwatch {
  private let start = SuspendingClock.now

  var seconds: Double { (SuspendingClock.now - start) / .seconds(1) }
}
#endif
