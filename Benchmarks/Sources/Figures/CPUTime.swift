import Foundation

/// The time that all threads of the process have spent on a processor.
public enum CPUTime {
  public static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
