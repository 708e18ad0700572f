import Foundation

/// The time spent on a processor.
public enum CPUTime {
  /// The time of all threads of the process.
  public static var nanoseconds: Int { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// The time of the current thread, which is always the same on the main actor.
  public static var nanosecondsOfThread: Int { time(CLOCK_THREAD_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
