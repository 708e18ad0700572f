#if canImport(Dispatch) && !STATE_NO_DISPATCH
import Dispatch

/// A stopwatch that measures the duration of an action.
struct Stopwatch {
  private let start = DispatchTime.now()

  var seconds: Double {
    // The arithmetic of `Duration` would take several times as long as reading the clock.
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
  }
}
#else
/// A stopwatch that measures the duration of an action.
struct Stopwatch {
  private let start = SuspendingClock.now

  var seconds: Double { (SuspendingClock.now - start) / .seconds(1) }
}
#endif
