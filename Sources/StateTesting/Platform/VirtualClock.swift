#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
import Glibc

/// A clock that shows the concurrency runtime the simulation's time instead of the system's.
enum VirtualClock {
  /// The times of the system's clocks at the start of a simulation.
  struct Start {
    private let times: [clockid_t: timespec]

    init() {
      // The clocks of `SuspendingClock` and `ContinuousClock`.
      times = Dictionary(
        uniqueKeysWithValues: [CLOCK_MONOTONIC, CLOCK_BOOTTIME].map { clock in
          var time = timespec()
          clock_gettime(clock, &time)
          return (clock, time)
        }
      )
    }

    /// Returns the time of a clock, or `nil` if simulations don't affect the clock.
    func time(of clock: clockid_t, after elapsed: Duration) -> timespec? {
      guard let start = times[clock] else { return nil }
      let (seconds, attoseconds) = elapsed.components
      let nanoseconds = start.tv_nsec + Int(attoseconds / 1_000_000_000)
      return timespec(
        tv_sec: start.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
        tv_nsec: nanoseconds % 1_000_000_000
      )
    }
  }

  private typealias GetTime =
    @convention(c) (clockid_t, UnsafeMutablePointer<timespec>) -> CInt

  /// Replaces the runtime library's reference to `clock_gettime`.
  ///
  /// Other libraries aren't affected.
  static func install() {
    let getTime: GetTime = { clock, time in
      guard let simulated = Simulation.current?.time(of: clock) else {
        return clock_gettime(clock, time)
      }
      time.pointee = simulated
      return 0
    }
    guard
      let reference = SymbolReference(to: "clock_gettime", in: "libswift_Concurrency.so")
    else { fatalError("The Swift runtime of this system does not refer to clock_gettime") }
    reference.replace(with: unsafeBitCast(getTime, to: UnsafeRawPointer.self))
  }
}

extension Simulation {
  /// Returns the time of a system clock inside the simulation.
  fileprivate func time(of clock: clockid_t) -> timespec? {
    start.time(of: clock, after: elapsed)
  }
}
#endif
