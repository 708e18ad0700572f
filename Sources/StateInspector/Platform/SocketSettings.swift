#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import FlyingSocks
import Foundation

extension Socket {
  /// Turns a write to a closed connection into an error instead of a signal.
  ///
  /// On other systems, each write sets this itself.
  func ignoreBrokenPipes() throws {
    #if canImport(Darwin)
    try setValue(true, for: .noSIGPIPE)
    #endif
  }

  /// Tells the peer that no more bytes follow.
  func endWriting() {
    _ = shutdown(file.rawValue, Int32(SHUT_WR))
  }
}
#endif
