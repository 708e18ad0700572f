import Foundation

/// A file lock shared between processes.
enum FileLock {
  /// Runs `body` while no other process or thread runs with the same file.
  ///
  /// If the process ends, its lock is released.
  static func withLock<Result>(at path: String, _ body: () throws -> Result) throws -> Result {
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw systemError }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw systemError }
    }
    return try body()
  }

  private static var systemError: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
