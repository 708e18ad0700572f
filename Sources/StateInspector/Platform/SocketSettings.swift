#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import FlyingSocks
import Foundation

extension Socket {
  /// Has a write to a connection that has gone be an error; elsewhere each write says so itself.
  func ignoreBrokenPipes() throws {
    #if canImport(Darwin)
    try setValue(true, for: .noSIGPIPE)
    #endif
  }

  /// Tells the other side that nothing more comes.
  func endWriting() {
    _ = shutdown(file.rawValue, Int32(SHUT_WR))
  }
}
#endif
