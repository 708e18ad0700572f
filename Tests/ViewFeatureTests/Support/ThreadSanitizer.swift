import Foundation

/// Whether tests with a contended lock can be run under the thread sanitizer.
///
/// On Linux the waiting part of the standard library's `Mutex` is not built for the sanitizer, which
/// then takes two critical sections for a race, in four lines of plain `Mutex` too. A file of
/// suppressions named in `TSAN_OPTIONS` helps: `race:LockedV8withLock`.
enum ThreadSanitizer {
  static let misjudgesLocks: Bool = {
    #if canImport(Darwin)
    return false
    #else
    let isOn = dlsym(dlopen(nil, RTLD_LAZY), "__tsan_init") != nil
    let options = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] ?? ""
    return isOn && !options.contains("suppressions=")
    #endif
  }()
}
