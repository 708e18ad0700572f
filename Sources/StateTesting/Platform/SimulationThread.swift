#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The association between a thread and its simulation.
enum SimulationThread {
  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The simulation that runs on this thread.
  static var simulation: Simulation? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<Simulation>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Associates this thread with a simulation, which the caller retains, or with none.
  static func set(_ simulation: Simulation?) {
    pthread_setspecific(key, simulation.map { Unmanaged.passUnretained($0).toOpaque() })
  }
}
#endif
