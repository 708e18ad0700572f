#if canImport(Darwin)
import Dispatch

/// Calls a function when the system needs memory, until it is deallocated.
@MainActor
final class MemoryPressure {
  private let source: any DispatchSourceMemoryPressure

  init(_ receive: @escaping @MainActor @Sendable () -> Void) {
    source = DispatchSource.makeMemoryPressureSource(
      eventMask: [.warning, .critical],
      queue: .main
    )
    source.setEventHandler { MainActor.assumeIsolated { receive() } }
    source.activate()
  }
}
#else
/// On this system, nothing reports that it needs memory.
@MainActor
final class MemoryPressure {
  init(_ receive: @escaping @MainActor @Sendable () -> Void) {}
}
#endif
