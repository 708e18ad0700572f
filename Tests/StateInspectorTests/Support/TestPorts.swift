#if Inspector
import Foundation
import StateCore

/// Ports that the system assigns to no other socket.
enum TestPorts {
  private static let count = Locked(Int(ProcessInfo.processInfo.processIdentifier) * 769)

  /// Returns a port below the ranges from which systems choose one.
  static func next() -> UInt16 {
    count.withLock { count in
      count += 1
      return UInt16(20_000 + count % 5_000)
    }
  }
}
#endif
