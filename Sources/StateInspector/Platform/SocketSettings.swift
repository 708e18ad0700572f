#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import FlyingSocks

extension Socket {
  /// Has a write to a connection that has gone be an error; elsewhere each write says so itself.
  func ignoreBrokenPipes() throws {
    #if canImport(Darwin)
    try setValue(true, for: .noSIGPIPE)
    #endif
  }
}
#endif
