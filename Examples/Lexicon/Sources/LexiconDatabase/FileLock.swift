import Foundation

/// A lock that processes share through a file.
enum FileLock {
  /// Runs `body` when no other process, and nobody else in this one, does so with the same file.
  ///
  /// A process that ends in between gives the lock free.
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
